import { type ReactNode, Suspense } from "react";
import { ReviewSkeleton } from "../../features/request/review/review-skeleton.tsx";
import { useLocation } from "../../lib/navigation.tsx";
import { ErrorBoundary } from "../error-boundary.tsx";

/** Layout of a page that fills the window and has its own way out. */
export function Component({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <main id="main" tabIndex={-1}>
      <ErrorBoundary inMain resetKey={pathname}>
        <Suspense fallback={<ReviewSkeleton />}>{children}</Suspense>
      </ErrorBoundary>
    </main>
  );
}
