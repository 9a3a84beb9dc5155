import { pages } from "@sheaf/contract/pages";
import { lazy, Suspense, useState } from "react";
import { Route, Routes, useLocation } from "react-router-dom";
import { ErrorBoundary } from "./error-boundary.tsx";
import { PageLoading } from "./layouts/page-loading.tsx";
import { PlainLayout } from "./layouts/plain-layout.tsx";
import { Component as SignIn } from "./routes/sign-in.tsx";
import { Component as SignUp } from "./routes/sign-up.tsx";

const App = lazy(async () => ({ default: (await import("./app.tsx")).App }));

const authEntryPaths = new Set<string>([pages.signIn.path, pages.signUp.path]);

/**
 * First app of the sign-in document: only the two entry pages. After signing in, the same document continues with the
 * complete application.
 */
export function AuthEntryApp() {
  const { pathname } = useLocation();
  const [through, setThrough] = useState(false);
  if (!through && !authEntryPaths.has(pathname)) setThrough(true);
  return (
    <ErrorBoundary resetKey={pathname}>
      {through ? (
        <Suspense fallback={<PageLoading />}>
          <App />
        </Suspense>
      ) : (
        <Routes>
          <Route element={<PlainLayout />}>
            <Route path={pages.signIn.path} element={<SignIn />} />
            <Route path={pages.signUp.path} element={<SignUp />} />
          </Route>
        </Routes>
      )}
    </ErrorBoundary>
  );
}
