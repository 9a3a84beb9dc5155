import { lazy, type ReactNode, Suspense, useState } from "react";
import { matchPath, useLocation } from "../../lib/navigation.tsx";
import { ErrorBoundary } from "../error-boundary.tsx";
import { PageLoading } from "../layouts/page-loading.tsx";
import { NavigationEffects } from "../navigation/navigation-effects.tsx";

const AppPages = lazy(async () => ({ default: (await import("../app.tsx")).AppPages }));

interface EntryAppProps {
  /** Paths that this document shows by itself, such as `/r/:token`. */
  paths: readonly string[];
  /** Their pages. */
  children: ReactNode;
}

/** First app of a prerendered document. On any other path, the same document continues with the complete application. */
export function EntryApp({ paths, children }: EntryAppProps) {
  const { pathname } = useLocation();
  const [through, setThrough] = useState(false);
  if (!through && !paths.some((path) => matchPath(path, pathname))) setThrough(true);
  return (
    <>
      <NavigationEffects />
      <ErrorBoundary resetKey={pathname}>
        {through ? (
          <Suspense fallback={<PageLoading />}>
            <AppPages />
          </Suspense>
        ) : (
          children
        )}
      </ErrorBoundary>
    </>
  );
}
