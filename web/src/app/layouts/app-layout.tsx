import { pages } from "@sheaf/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { Inbox, List } from "lucide-react";
import { Suspense } from "react";
import { Link, NavLink, Outlet, useLocation } from "react-router-dom";
import { myWorkspacesOptions } from "../../data/workspaces/my-workspaces.query.ts";
import { identityOf, useSession } from "../../lib/session.ts";
import { Logo } from "../../ui/logo.tsx";
import { ErrorBoundary } from "../error-boundary.tsx";
import { AccountMenu } from "./account-menu.tsx";
import styles from "./app-layout.module.css";
import { ClockHint } from "./clock-hint.tsx";
import { CookieBudget } from "./cookie-budget.tsx";
import { SkipLink } from "./skip-link.tsx";

/** The frame of the signed-in pages: a sidebar on a desk, a bar on top on a phone. */
export function Component() {
  const { pathname } = useLocation();
  const showsRequests = useShowsRequests(pathname);
  return (
    <div className={styles["shell"]}>
      <SkipLink />
      <header className={styles["side"]}>
        <Link className={styles["brand"]} to={pages.landing.href()} aria-label="Sheaf, start page">
          <Logo />
          <span>Sheaf</span>
        </Link>
        <nav className={styles["nav"]} aria-label="Main">
          {showsRequests && (
            <NavLink to={pages.requests.href()}>
              <List aria-hidden="true" />
              Requests
            </NavLink>
          )}
          <NavLink to={pages.inbox.href()}>
            <Inbox aria-hidden="true" />
            Asked of me
          </NavLink>
        </nav>
        <AccountMenu />
      </header>
      <main id="main" className={styles["main"]} tabIndex={-1}>
        <ClockHint />
        {import.meta.env.DEV && <CookieBudget />}
        <ErrorBoundary inMain resetKey={pathname}>
          <Suspense fallback={null}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
    </div>
  );
}

/** Someone who only answers has no requests of their own. Until that is known the page they are on decides. */
function useShowsRequests(pathname: string): boolean {
  const userId = identityOf(useSession())?.userId ?? "";
  const { data } = useQuery({ ...myWorkspacesOptions({ userId }), enabled: userId !== "" });
  return data ? data.length > 0 : !pathname.startsWith(pages.inbox.path);
}
