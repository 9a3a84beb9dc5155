import { pages } from "@sheaf/contract/pages";
import { lazy, type ReactNode, Suspense, useEffect } from "react";
import type { Workspace } from "../../data/workspaces/workspace.models.ts";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import { errorSentences } from "../../lib/errors.ts";
import { rememberWorkspace } from "../../lib/last-workspace.ts";
import { markMember } from "../../lib/membership-mark.ts";
import { Navigate, useLocation } from "../../lib/navigation.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { WithoutWorkspace } from "../guards/lazy-without-workspace.ts";
import { useCurrentWorkspace } from "./use-current-workspace.ts";

const NotAMember = lazy(async () => ({ default: (await import("./not-a-member.tsx")).NotAMember }));

interface InWorkspaceProps {
  /** Shown while the workspace is loading. */
  loading: ReactNode;
  children: (workspace: Workspace) => ReactNode;
}

/** Provides the current workspace, and puts it into the URL for users who are in several. */
export function InWorkspace({ loading, children }: InWorkspaceProps) {
  const { pathname, search } = useLocation();
  const { mine, named, workspace } = useCurrentWorkspace();
  const who = identityOf(useSession());
  const { refetch } = mine;
  const id = workspace?.id;
  useEffect(() => {
    if (id !== undefined) rememberWorkspace(id);
  }, [id]);
  const memberId = id === undefined ? undefined : who?.userId;
  useEffect(() => {
    if (memberId !== undefined) markMember(memberId);
  }, [memberId]);
  // The user may have joined it since the list was read.
  const isUnknown = named !== null && mine.data !== undefined && id === undefined;
  useEffect(() => {
    if (isUnknown) void refetch();
  }, [isUnknown, refetch]);

  if (mine.isPending) return loading;
  if (mine.isError && mine.data === undefined) {
    return (
      <ErrorState
        level={1}
        error={errorSentences(mine.error)}
        onRetry={() => void mine.refetch()}
        busy={mine.isFetching}
      />
    );
  }
  // The start page redirects users without a workspace.
  if (mine.data.length === 0) return <Navigate replace to={pages.landing.href()} />;
  if (!workspace) {
    if (mine.isFetching || !who) return loading;
    return (
      <Suspense fallback={loading}>
        <WithoutWorkspace who={who} next={pathname + search} otherwise={<NotAMember />} />
      </Suspense>
    );
  }
  if (named === null && mine.data.length > 1) {
    const query = new URLSearchParams(search);
    query.set("workspace", workspace.id);
    return <Navigate replace to={`${pathname}?${query}`} />;
  }
  return children(workspace);
}
