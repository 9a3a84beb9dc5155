import { queryOptions } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import {
  askedRequestColumns,
  namingEvents,
  toAskedRequest,
  type AskedRequest,
} from "./asked-request.models.ts";
import { inboxKeys } from "./keys.ts";

export interface AskedRequestQuery {
  requestId: string;
  /** The signed-in recipient, who may remove their own files. */
  userId: string;
}

/** Milliseconds. Polling stops while the page is hidden. */
const pollInterval = 5000;

async function fetchAskedRequest(
  { requestId, userId }: AskedRequestQuery,
  signal: AbortSignal,
): Promise<AskedRequest | null> {
  const { data, error } = await platformClient()
    .from("requests")
    .select(askedRequestColumns)
    .eq("id", requestId)
    .in("events.kind", [...namingEvents])
    .abortSignal(signal)
    .maybeSingle();
  if (!error) return data && toAskedRequest(data, userId);
  const failure = toAppError(error);
  if (failure.code === "not_found") return null;
  throw failure;
}

/** One request with everything answered so far; null if it doesn't exist for this person. */
export function askedRequestOptions({ requestId, userId }: AskedRequestQuery) {
  return queryOptions({
    queryKey: inboxKeys.request(requestId, userId),
    queryFn: ({ signal }) => fetchAskedRequest({ requestId, userId }, signal),
    refetchInterval: pollInterval,
    refetchIntervalInBackground: false,
  });
}
