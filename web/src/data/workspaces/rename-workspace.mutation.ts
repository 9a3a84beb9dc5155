import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { workspaceKeys } from "./keys.ts";

async function rename({ workspaceId, name }: { workspaceId: string; name: string }): Promise<void> {
  const { error } = await dataClient().rpc("rename_workspace", { workspace: workspaceId, name });
  if (error) throw toAppError(error);
}

/** Changes a workspace's name, which its recipients see at once. */
export function useRenameWorkspace() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: rename,
    onSuccess: () => cache.invalidateQueries({ queryKey: workspaceKeys.all() }),
  });
}
