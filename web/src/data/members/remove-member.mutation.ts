import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { forgetIfGone } from "../workspaces/forget-if-gone.ts";
import { workspaceKeys } from "../workspaces/keys.ts";

interface Removal {
  workspaceId: string;
  userId: string;
  /** Member to whom their drafts and open requests are assigned. */
  successorId: string;
}

async function removeMember({ workspaceId, userId, successorId }: Removal): Promise<void> {
  const { error } = await dataClient().rpc("remove_member", {
    workspace: workspaceId,
    member: userId,
    successor: successorId,
  });
  if (error) throw toAppError(error);
}

/** Removes another member, who can't read anything in the workspace from then on. */
export function useRemoveMember() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: removeMember,
    // Not awaited: the refetch may remove the row or dialog that waits for the outcome.
    onSettled: () => void cache.invalidateQueries({ queryKey: workspaceKeys.all() }),
  });
}

/** Removes the user themselves. */
export function useLeaveWorkspace() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: removeMember,
    onSettled: (_, error, { workspaceId }) => forgetIfGone(cache, error, workspaceId),
  });
}
