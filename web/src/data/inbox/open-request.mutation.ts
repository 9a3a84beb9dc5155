import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { inboxKeys } from "./keys.ts";

async function openRequest({ requestId }: { requestId: string }): Promise<void> {
  const { error } = await dataClient().rpc("open_request", { request: requestId });
  if (error) throw toAppError(error);
}

/** Opens a request to the user's address for the first time, as its link does. */
export function useOpenRequest() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: openRequest,
    // Also after a failure: the request may have been withdrawn.
    onSettled: () => cache.invalidateQueries({ queryKey: inboxKeys.all() }),
  });
}
