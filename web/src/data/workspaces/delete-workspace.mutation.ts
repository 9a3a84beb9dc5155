import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { forgetIfGone } from "./forget-if-gone.ts";

async function deleteWorkspace({ workspaceId }: { workspaceId: string }): Promise<void> {
  const { error } = await dataClient().rpc("delete_workspace", { workspace: workspaceId });
  if (error) throw toAppError(error);
}

/** Deletes a workspace with everything in it. Needs a fresh proof of the act `delete_workspace`. */
export function useDeleteWorkspace() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: deleteWorkspace,
    onSettled: (_, error, { workspaceId }) => forgetIfGone(cache, error, workspaceId),
  });
}
