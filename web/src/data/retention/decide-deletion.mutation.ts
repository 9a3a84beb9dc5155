import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { eventKeys } from "../events/keys.ts";
import { requestKeys } from "../requests/keys.ts";

interface DeletionDecision {
  fileId: string;
  /** The reason for keeping it; null deletes it. */
  reason: string | null;
}

async function decideDeletion({ fileId, reason }: DeletionDecision): Promise<void> {
  const { error } = await dataClient().rpc("decide_deletion", {
    file: fileId,
    granted: reason === null,
    ...(reason !== null && { reason }),
  });
  if (error) throw toAppError(error);
}

/** Deletes a file whose sender asked for that, or says why it is kept. */
export function useDecideDeletion() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: decideDeletion,
    onSuccess: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: requestKeys.all() }),
        cache.invalidateQueries({ queryKey: eventKeys.all() }),
      ]),
  });
}
