import { queryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { memberEmailKeys } from "./keys.ts";

async function fetchIsWatched(requestId: string, signal: AbortSignal): Promise<boolean> {
  const { data, error } = await dataClient()
    .rpc("watches_request", { request: requestId })
    .abortSignal(signal);
  if (error) throw toAppError(error);
  return data;
}

/** Resolves to true if the signed-in member is told of what arrives in a request. */
export function isWatchedOptions({ requestId }: { requestId: string }) {
  return queryOptions({
    queryKey: memberEmailKeys.isWatched(requestId),
    queryFn: ({ signal }) => fetchIsWatched(requestId, signal),
  });
}
