import { Suspense } from "react";
import { useLocation } from "react-router-dom";
import { ErrorBoundary } from "./error-boundary.tsx";
import { PageLoading } from "./layouts/page-loading.tsx";
import { NavigationEffects } from "./navigation/navigation-effects.tsx";
import { AppRoutes } from "./router.tsx";
import { StrayAuthParameters } from "./navigation/stray-auth-parameters.tsx";

/** Renders everything inside the router. The caller provides the router, so tests can use their own. */
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
          <AppRoutes />
        </Suspense>
      </ErrorBoundary>
    </>
  );
}
