import { queryOptions } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { workspaceKeys } from "./keys.ts";
import { membershipColumns, toWorkspaces, type Workspace } from "./workspace.models.ts";

async function fetchMyWorkspaces(userId: string, signal: AbortSignal): Promise<Workspace[]> {
  const { data, error } = await dataClient()
    .from("members")
    .select(membershipColumns)
    .eq("user_id", userId)
    .abortSignal(signal);
  if (error) throw toAppError(error);
  return toWorkspaces(data);
}

/** Every workspace the user is a member of, by name. Empty for someone who is only a recipient. */
export function myWorkspacesOptions({ userId }: { userId: string }) {
  return queryOptions({
    queryKey: [...workspaceKeys.mine(), userId],
    queryFn: ({ signal }) => fetchMyWorkspaces(userId, signal),
    staleTime: 5 * 60_000,
  });
}
