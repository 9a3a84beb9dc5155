import { queryOptions } from "@tanstack/react-query";
import { selectColumns } from "../../lib/columns.ts";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { accessRequestKeys } from "./keys.ts";

/** Someone who opened the link with an address it was not sent to, and waits to be added. */
export interface AccessRequest {
  id: string;
  email: string;
  askedAt: string;
}

const selection = selectColumns("access_requests", ["id", "email", "asked_at"]);

/** Milliseconds. */
const pollInterval = 15_000;

async function fetchPendingAccess(requestId: string, signal: AbortSignal): Promise<AccessRequest[]> {
  const { data, error } = await dataClient()
    .from("access_requests")
    .select(selection.text)
    .eq("request_id", requestId)
    .is("decided_at", null)
    .order("asked_at")
    .abortSignal(signal);
  if (error) throw toAppError(error);
  return data.map(({ id, email, asked_at }) => ({ id, email, askedAt: asked_at }));
}

/** People who wait for an answer, oldest first. */
export function pendingAccessOptions({ requestId }: { requestId: string }) {
  return queryOptions({
    queryKey: accessRequestKeys.pending(requestId),
    queryFn: ({ signal }) => fetchPendingAccess(requestId, signal),
    refetchInterval: pollInterval,
    refetchIntervalInBackground: false,
  });
}
