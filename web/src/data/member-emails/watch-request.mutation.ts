import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { memberEmailKeys } from "./keys.ts";

interface Watching {
  requestId: string;
  isWatched: boolean;
}

async function watchRequest({ requestId, isWatched }: Watching): Promise<void> {
  const { error } = await dataClient().rpc("watch_request", { request: requestId, watched: isWatched });
  if (error) throw toAppError(error);
}

/** Starts or ends email to the signed-in member about what arrives in a request. */
export function useWatchRequest() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: watchRequest,
    onSuccess: (_, { requestId }) =>
      cache.invalidateQueries({ queryKey: memberEmailKeys.isWatched(requestId) }),
  });
}
