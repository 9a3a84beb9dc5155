import { lazy, Suspense } from "react";
import { Outlet } from "react-router-dom";
import { useSession } from "../../lib/auth/session.ts";
import { OpenLayout } from "./open-layout.tsx";
import { PageLoading } from "./page-loading.tsx";

// Loaded only when signed in: signed-out visitors don't need the data client and the navigation.
const SignedIn = lazy(async () => {
  const [{ Component: DataProvider }, { Component: AppLayout }] = await Promise.all([
    import("../data-provider.tsx"),
    import("./app-layout.tsx"),
  ]);
  const SignedIn = () => (
    <DataProvider>
      <AppLayout>
        <Outlet />
      </AppLayout>
    </DataProvider>
  );
  return { default: SignedIn };
});

/** Shows the navigation when signed in, and the header of open pages otherwise. */
export function Component() {
  const session = useSession();
  if (session.status === "unknown") return <PageLoading />;
  if (session.status === "in") {
    return (
      <Suspense fallback={<PageLoading />}>
        <SignedIn />
      </Suspense>
    );
  }
  return (
    <OpenLayout>
      <Outlet />
    </OpenLayout>
  );
}
