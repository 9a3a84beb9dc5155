import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { reasonKeys } from "./keys.ts";

interface SavedReason {
  workspaceId: string;
  reason: string;
}

async function removeReason({ workspaceId, reason }: SavedReason): Promise<void> {
  const { error } = await dataClient().rpc("remove_reason", { workspace: workspaceId, reason });
  if (error) throw toAppError(error);
}

export function useRemoveReason() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: removeReason,
    onSuccess: (_, { workspaceId }) => cache.invalidateQueries({ queryKey: reasonKeys.of(workspaceId) }),
  });
}
