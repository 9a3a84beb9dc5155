import { Suspense } from "react";
import { useLocation } from "../lib/navigation.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { PageLoading } from "./layouts/page-loading.tsx";
import { PageSkeletons } from "./layouts/page-skeletons.ts";
import { RouteSkeleton } from "./layouts/route-skeleton.tsx";
import { NavigationEffects } from "./navigation/navigation-effects.tsx";
import { AppRoutes } from "./router.tsx";
import { StrayAuthParameters } from "./navigation/stray-auth-parameters.tsx";

const skeletonOf = (pathname: string) => <RouteSkeleton pathname={pathname} />;

/** The complete application. Needs `Navigation` around it. */
export function App() {
  return (
    <>
      <NavigationEffects />
      <AppPages />
    </>
  );
}

/** The application for a document that has its own navigation effects. */
export function AppPages() {
  const { pathname } = useLocation();
  return (
    <>
      <StrayAuthParameters />
      <ErrorBoundary resetKey={pathname}>
        <Suspense fallback={<PageLoading />}>
          <PageSkeletons value={skeletonOf}>
            <AppRoutes />
          </PageSkeletons>
        </Suspense>
      </ErrorBoundary>
    </>
  );
}
