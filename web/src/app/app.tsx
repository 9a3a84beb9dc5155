import { Suspense } from "react";
import { useLocation } from "react-router-dom";
import { ErrorBoundary } from "./error-boundary.tsx";
import { PageLoading } from "./layouts/page-loading.tsx";
import { NavigationEffects } from "./navigation/navigation-effects.tsx";
import { AppRoutes } from "./router.tsx";
import { StrayAuthParameters } from "./navigation/stray-auth-parameters.tsx";

/** Everything inside the router; the router itself is the caller's, so that tests can bring one of their own. */
export function App() {
  const { pathname } = useLocation();
  return (
    <>
      <StrayAuthParameters />
      <NavigationEffects />
      <ErrorBoundary resetKey={pathname}>
        <Suspense fallback={<PageLoading />}>
          <AppRoutes />
        </Suspense>
      </ErrorBoundary>
    </>
  );
}
