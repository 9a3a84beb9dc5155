import { pages } from "@sheaf/contract/pages";
import { Inbox, LayoutTemplate, List, Settings, Users } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import { Link, useLocation } from "../../lib/navigation.tsx";
import { Logo } from "../../ui/layout/logo.tsx";
import { ErrorBoundary } from "../error-boundary.tsx";
import { useCurrentWorkspace } from "../workspace/use-current-workspace.ts";
import { Account } from "./account.tsx";
import styles from "./app-layout.module.css";
import { ClockHint } from "./clock-hint.tsx";
import { CookieBudget } from "./cookie-budget.tsx";
import { usePageSkeleton } from "./page-skeletons.ts";
import { SkipLink } from "./skip-link.tsx";

// Most people are in one workspace.
const WorkspaceSwitcher = lazy(async () => ({
  default: (await import("../workspace/workspace-switcher.tsx")).WorkspaceSwitcher,
}));

// A page is usable without them.
const NavCount = lazy(async () => ({ default: (await import("./nav-count.tsx")).NavCount }));

/** Layout of signed-in pages: a sidebar on wide screens, a top bar on narrow ones. */
export function Component({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const skeleton = usePageSkeleton(pathname);
  const { mine, workspace } = useCurrentWorkspace();
  const identity = identityOf(useSession());
  const isInSeveral = mine.data !== undefined && mine.data.length > 1;
  // Recipients without a workspace have sent no requests. Until the workspaces are loaded, the current page decides.
  const showsRequests = mine.data ? mine.data.length > 0 : !pathname.startsWith(pages.inbox.path);
  const inWorkspace = { workspace: isInSeveral ? workspace?.id : undefined };
  return (
    <div className={styles["shell"]}>
      <SkipLink />
      <header className={styles["side"]} data-has-switcher={isInSeveral}>
        <Link className={styles["brand"]} to={pages.landing.href()} aria-label="Sheaf, start page">
          <Logo />
          <span>Sheaf</span>
        </Link>
        {isInSeveral && workspace && (
          <Suspense fallback={null}>
            <WorkspaceSwitcher workspaces={mine.data} current={workspace} />
          </Suspense>
        )}
        <nav className={styles["nav"]} aria-label="Main">
          {showsRequests && (
            <NavLink page={pages.requests.path} to={pages.requests.href(inWorkspace)} pathname={pathname}>
              <List aria-hidden="true" />
              Requests
              {workspace && (
                <Suspense fallback={null}>
                  <NavCount workspaceId={workspace.id} />
                </Suspense>
              )}
            </NavLink>
          )}
          <NavLink page={pages.inbox.path} to={pages.inbox.href()} pathname={pathname}>
            <Inbox aria-hidden="true" />
            {/* A narrow bar has room for one word. */}
            <span>
              Needed <span className={styles["rest"]}>from you</span>
            </span>
            {identity && (
              <Suspense fallback={null}>
                <NavCount userId={identity.userId} />
              </Suspense>
            )}
          </NavLink>
          {showsRequests && (
            <NavLink page={pages.people.path} to={pages.people.href(inWorkspace)} pathname={pathname}>
              <Users aria-hidden="true" />
              People
            </NavLink>
          )}
          {showsRequests && (
            <NavLink page={pages.templates.path} to={pages.templates.href(inWorkspace)} pathname={pathname}>
              <LayoutTemplate aria-hidden="true" />
              Templates
            </NavLink>
          )}
        </nav>
        <Link
          className={styles["settings"]}
          to={pages.profile.href()}
          aria-current={pathname.startsWith("/settings/") ? "page" : undefined}
        >
          <Settings aria-hidden="true" />
          Settings
        </Link>
        <Account />
      </header>
      <main id="main" className={styles["main"]} tabIndex={-1}>
        <ClockHint />
        {import.meta.env.DEV && <CookieBudget />}
        <ErrorBoundary inMain resetKey={pathname}>
          <Suspense fallback={skeleton}>{children}</Suspense>
        </ErrorBoundary>
      </main>
    </div>
  );
}

interface NavLinkProps {
  /** Path of the page and the beginning of those below it. */
  page: string;
  to: string;
  pathname: string;
  children: ReactNode;
}

function NavLink({ page, to, pathname, children }: NavLinkProps) {
  const isCurrent = pathname === page || pathname.startsWith(`${page}/`);
  return (
    <Link to={to} aria-current={isCurrent ? "page" : undefined}>
      {children}
    </Link>
  );
}
