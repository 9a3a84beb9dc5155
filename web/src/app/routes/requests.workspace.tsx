import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { myWorkspacesOptions } from "../../data/workspaces/my-workspaces.query.ts";
import type { Workspace } from "../../data/workspaces/workspace.models.ts";
import { errorSentences } from "../../lib/errors.ts";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import { Navigate } from "../../lib/navigation.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";

interface InWorkspaceProps {
  /** Path for users without a workspace. */
  without: string;
  /** Shown while the workspace is loading. */
  loading: ReactNode;
  children: (workspace: Workspace) => ReactNode;
}

/** Provides the workspace of the signed-in user. */
export function InWorkspace({ without, loading, children }: InWorkspaceProps) {
  const userId = identityOf(useSession())?.userId ?? "";
  const mine = useQuery({ ...myWorkspacesOptions({ userId }), enabled: userId !== "" });
  if (mine.isPending) return loading;
  if (mine.isError) {
    return (
      <ErrorState
        level={1}
        error={errorSentences(mine.error)}
        onRetry={() => void mine.refetch()}
        busy={mine.isFetching}
      />
    );
  }
  const [workspace] = mine.data;
  return workspace ? children(workspace) : <Navigate replace to={without} />;
}
