import { pages } from "@sheaf/contract/pages";
import { lazy, Suspense } from "react";
import { Outlet } from "react-router-dom";
import { useSession } from "../../lib/auth/session.ts";
import { Link } from "../../lib/navigation.tsx";
import { Logo } from "../../ui/layout/logo.tsx";
import { PageLoading } from "./page-loading.tsx";
import { PlainLayout } from "./plain-layout.tsx";
import styles from "./not-found-layout.module.css";

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

/** Shows the navigation when signed in, and a logo that links home otherwise. */
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
  const header = (
    <header className={styles["header"]}>
      <Link to={pages.landing.href()} aria-label="Sheaf, home page">
        <Logo />
        <span>Sheaf</span>
      </Link>
    </header>
  );
  return (
    <PlainLayout header={header}>
      <Outlet />
    </PlainLayout>
  );
}
