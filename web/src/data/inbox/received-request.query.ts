import { queryOptions } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { receivedItemColumns } from "./received-item.models.ts";
import {
  namingEvents,
  receivedRequestColumns,
  toHandedRequest,
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
  query: ReceivedRequestQuery,
  signal: AbortSignal,
): Promise<ReceivedRequest | null> {
  const { requestId, userId } = query;
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
  if (!error) return data ? toReceivedRequest(data, userId) : fetchHandedRequest(query, signal);
  const failure = toAppError(error);
  if (failure.code === "not_found") return null;
  throw failure;
}

/** A helper can read only the items handed to them; `my_checklist` returns the facts of the request. */
async function fetchHandedRequest(
  { requestId, userId }: ReceivedRequestQuery,
  signal: AbortSignal,
): Promise<ReceivedRequest | null> {
  const [checklist, items] = await Promise.all([
    dataClient().rpc("my_checklist", { request: requestId }).abortSignal(signal),
    dataClient()
      .from("items")
      .select(receivedItemColumns)
      .eq("request_id", requestId)
      .is("removed_at", null)
      .abortSignal(signal),
  ]);
  if (checklist.error) throw toAppError(checklist.error);
  if (items.error) throw toAppError(items.error);
  const [row] = checklist.data;
  return row ? toHandedRequest(requestId, row, items.data, userId) : null;
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
