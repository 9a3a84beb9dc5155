import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { inboxKeys } from "../inbox/keys.ts";

async function askDeletion({ fileId }: { fileId: string }): Promise<void> {
  const { error } = await dataClient().rpc("ask_deletion", { file: fileId });
  if (error) throw toAppError(error);
}

/** Asks the members to delete a file that the caller has sent. */
export function useAskDeletion() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: askDeletion,
    onSuccess: () => cache.invalidateQueries({ queryKey: inboxKeys.all() }),
  });
}
