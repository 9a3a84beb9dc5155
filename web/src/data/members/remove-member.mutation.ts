import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { forgetWorkspace } from "../workspaces/forget-workspace.ts";
import { workspaceKeys } from "../workspaces/keys.ts";

interface Removal {
  workspaceId: string;
  userId: string;
  /** Member who gets the emails about their open requests. */
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

/** Removes somebody else. They read nothing of the workspace from then on. */
export function useRemoveMember() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: removeMember,
    onSettled: () => cache.invalidateQueries({ queryKey: workspaceKeys.all() }),
  });
}

/** Removes the user themselves. */
export function useLeaveWorkspace() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: removeMember,
    onSuccess: (_, { workspaceId }) => forgetWorkspace(cache, workspaceId),
  });
}
