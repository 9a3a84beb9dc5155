import type { RepeatPeriod } from "@sheaf/contract/states";
import { queryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { repeatKeys } from "./keys.ts";

/** How a request is sent again. */
export interface Repeat {
  every: RepeatPeriod;
  /** `YYYY-MM-DD`. */
  nextOn: string;
  senderName: string;
  /** Whether the sender is still a member. */
  canSend: boolean;
  /** Code of the error for which nothing was sent on `nextOn`. */
  failure: string | null;
  /** The request that it was sent again as, which the rest is about. */
  followingId: string | null;
}

async function fetchRepeat(requestId: string, signal: AbortSignal): Promise<Repeat | null> {
  const { data, error } = await dataClient()
    .rpc("request_repeat", { request: requestId })
    .abortSignal(signal);
  if (error) throw toAppError(error);
  const [row] = data;
  if (!row) return null;
  return {
    every: row.every,
    nextOn: row.next_on,
    senderName: row.sender_name,
    canSend: row.can_send,
    failure: row.failure,
    followingId: row.following_id,
  };
}

/** How a request repeats; null if it doesn't. */
export function repeatOptions({ requestId }: { requestId: string }) {
  return queryOptions({
    queryKey: repeatKeys.ofRequest(requestId),
    queryFn: ({ signal }) => fetchRepeat(requestId, signal),
  });
}
