import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { reasonKeys } from "./keys.ts";

interface SavedReason {
  workspaceId: string;
  reason: string;
}

async function saveReason({ workspaceId, reason }: SavedReason): Promise<void> {
  const { error } = await dataClient().rpc("save_reason", { workspace: workspaceId, reason });
  if (error) throw toAppError(error);
}

/** Offers a reason in later reviews, to every member. */
export function useSaveReason() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: saveReason,
    onSuccess: (_, { workspaceId }) => cache.invalidateQueries({ queryKey: reasonKeys.of(workspaceId) }),
  });
}
