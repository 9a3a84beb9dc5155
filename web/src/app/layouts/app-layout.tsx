import { pages } from "@sheaf/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { Inbox, List } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { myWorkspacesOptions } from "../../data/workspaces/my-workspaces.query.ts";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import { Link, useLocation } from "../../lib/navigation.tsx";
import { Logo } from "../../ui/layout/logo.tsx";
import { ErrorBoundary } from "../error-boundary.tsx";
import { AccountMenu } from "./account-menu.tsx";
import styles from "./app-layout.module.css";
import { ClockHint } from "./clock-hint.tsx";
import { CookieBudget } from "./cookie-budget.tsx";
import { RouteSkeleton } from "./route-skeleton.tsx";
import { SkipLink } from "./skip-link.tsx";

/** Layout of signed-in pages: a sidebar on wide screens, a top bar on narrow ones. */
export function Component({ children }: { children: ReactNode }) {
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
            <NavLink to={pages.requests.href()} pathname={pathname}>
              <List aria-hidden="true" />
              Requests
            </NavLink>
          )}
          <NavLink to={pages.inbox.href()} pathname={pathname}>
            <Inbox aria-hidden="true" />
            Requested
          </NavLink>
        </nav>
        <AccountMenu />
      </header>
      <main id="main" className={styles["main"]} tabIndex={-1}>
        <ClockHint />
        {import.meta.env.DEV && <CookieBudget />}
        <ErrorBoundary inMain resetKey={pathname}>
          <Suspense fallback={<RouteSkeleton pathname={pathname} />}>{children}</Suspense>
        </ErrorBoundary>
      </main>
    </div>
  );
}

function NavLink({ to, pathname, children }: { to: string; pathname: string; children: ReactNode }) {
  const isCurrent = pathname === to || pathname.startsWith(`${to}/`);
  return (
    <Link to={to} aria-current={isCurrent ? "page" : undefined}>
      {children}
    </Link>
  );
}

/** Recipients without a workspace have no requests of their own. Until that is loaded, the current page decides. */
function useShowsRequests(pathname: string): boolean {
  const userId = identityOf(useSession())?.userId ?? "";
  const { data } = useQuery({ ...myWorkspacesOptions({ userId }), enabled: userId !== "" });
  return data ? data.length > 0 : !pathname.startsWith(pages.inbox.path);
}
