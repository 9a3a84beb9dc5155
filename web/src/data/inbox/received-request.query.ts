import { queryOptions } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import {
  receivedRequestColumns,
  namingEvents,
  toReceivedRequest,
  type ReceivedRequest,
} from "./received-request.models.ts";
import { inboxKeys } from "./keys.ts";

export interface ReceivedRequestQuery {
  requestId: string;
  /** The signed-in recipient, who may remove their own files. */
  userId: string;
}

/** Milliseconds. Polling stops while the page is hidden. */
const pollInterval = 5000;

async function fetchReceivedRequest(
  { requestId, userId }: ReceivedRequestQuery,
  signal: AbortSignal,
): Promise<ReceivedRequest | null> {
  const { data, error } = await dataClient()
    .from("requests")
    .select(receivedRequestColumns)
    .eq("id", requestId)
    .in("events.kind", [...namingEvents])
    // A member who is a recipient too would read more.
    .eq("recipients.user_id", userId)
    .is("items.removed_at", null)
    .abortSignal(signal)
    .maybeSingle();
  if (!error) return data && toReceivedRequest(data, userId);
  const failure = toAppError(error);
  if (failure.code === "not_found") return null;
  throw failure;
}

/** One request with everything answered so far; null if it doesn't exist for this user. */
export function receivedRequestOptions({ requestId, userId }: ReceivedRequestQuery) {
  return queryOptions({
    queryKey: inboxKeys.request(requestId, userId),
    queryFn: ({ signal }) => fetchReceivedRequest({ requestId, userId }, signal),
    refetchInterval: pollInterval,
    refetchIntervalInBackground: false,
  });
}
