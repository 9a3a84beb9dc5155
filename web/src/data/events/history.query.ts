import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { historyColumns, type RequestEvent, toEvent } from "./event.models.ts";
import { eventKeys } from "./keys.ts";

const pageSize = 200;

async function fetchHistoryPage(
  { requestId, before }: { requestId: string; before: number },
  signal?: AbortSignal,
): Promise<RequestEvent[]> {
  const query = dataClient()
    .from("events")
    .select(historyColumns)
    .eq("request_id", requestId)
    .lt("seq", before)
    .order("seq", { ascending: false })
    .limit(pageSize);
  const { data, error } = await (signal ? query.abortSignal(signal) : query);
  if (error) throw toAppError(error);
  return data.map(toEvent);
}

/** Greater than the place of any event. */
const end = 2_147_483_647;

const placeAfter = (page: readonly RequestEvent[]): number | undefined =>
  page.length === pageSize ? page.at(-1)?.seq : undefined;

/** A request's whole history, newest first, page by page. */
export function historyOptions({ requestId }: { requestId: string }) {
  return infiniteQueryOptions({
    queryKey: eventKeys.wholeOf(requestId),
    queryFn: ({ pageParam, signal }) => fetchHistoryPage({ requestId, before: pageParam }, signal),
    initialPageParam: end,
    getNextPageParam: placeAfter,
  });
}

/** The whole history at once, newest first. @throws AppError */
export async function fetchHistory(requestId: string): Promise<RequestEvent[]> {
  const events: RequestEvent[] = [];
  for (let before: number | undefined = end; before !== undefined;) {
    const page: RequestEvent[] = await fetchHistoryPage({ requestId, before });
    events.push(...page);
    before = placeAfter(page);
  }
  return events;
}

/** The part of the history that shows no change. */
export interface HistoryVerdict {
  /** Time of the last event that fits; null if the first doesn't. */
  verifiedAt: string | null;
  /** Place of the first event that doesn't fit; null if all do. */
  brokenSeq: number | null;
  /** Hash of the last event that fits; "" if the first doesn't. */
  head: string;
}

/** Page by page, because each call verifies a thousand events. */
async function fetchVerdict(requestId: string, signal: AbortSignal): Promise<HistoryVerdict> {
  for (let from = {}; ;) {
    const { data, error } = await dataClient()
      .rpc("verify_history", { request: requestId, ...from }, { get: true })
      .abortSignal(signal)
      .single();
    if (error) throw toAppError(error);
    const head = data.head ?? "";
    if (!data.has_more) return { verifiedAt: data.verified_at, brokenSeq: data.broken_seq, head };
    from = { after: data.verified, after_head: head };
  }
}

export function historyVerdictOptions({ requestId }: { requestId: string }) {
  return queryOptions({
    queryKey: eventKeys.verdictOf(requestId),
    queryFn: ({ signal }) => fetchVerdict(requestId, signal),
  });
}
