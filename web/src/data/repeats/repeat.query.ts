import type { RepeatPeriod } from "@sheaf/contract/states";
import { queryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { loadErrorTexts } from "../../lib/error-texts.ts";
import { toAppError } from "../../lib/errors.ts";
import { repeatKeys } from "./keys.ts";

/** The repeat of a request. */
export interface Repeat {
  every: RepeatPeriod;
  /** `YYYY-MM-DD`. */
  nextOn: string;
  senderName: string;
  /** Of the following requests, filled in by `datedTitle`; empty for the title of the newest. */
  title: string;
  /** Code of the error for which nothing goes out on `nextOn`, or went out. */
  problem: string | null;
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
  const problem = row.failure ?? (row.can_send ? null : "repeat.sender");
  // The page says it without a refusal, which would have loaded them.
  if (problem !== null) await loadErrorTexts();
  return {
    every: row.every,
    nextOn: row.next_on,
    senderName: row.sender_name,
    title: row.title,
    problem,
    followingId: row.following_id,
  };
}

/** The repeat of a request; null if it has none. */
export function repeatOptions({ requestId }: { requestId: string }) {
  return queryOptions({
    queryKey: repeatKeys.ofRequest(requestId),
    queryFn: ({ signal }) => fetchRepeat(requestId, signal),
  });
}
