import { queryOptions } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { type EventRow, historyColumns, type RequestEvent, textIn, toEvent } from "./event.models.ts";
import { eventKeys } from "./keys.ts";

const maxEvents = 100;

/** With what only the history says. */
export interface HistoryEvent extends RequestEvent {
  /** How an item was answered; null for any other event. */
  answerKind: string | null;
}

function toHistoryEvent(row: EventRow): HistoryEvent {
  return { ...toEvent(row), answerKind: textIn(row.data, "kind") };
}

async function fetchRequestEvents(requestId: string, signal: AbortSignal): Promise<HistoryEvent[]> {
  const { data, error } = await dataClient()
    .from("events")
    .select(historyColumns)
    .eq("request_id", requestId)
    .order("seq", { ascending: false })
    .limit(maxEvents)
    .abortSignal(signal);
  if (error) throw toAppError(error);
  return data.map(toHistoryEvent);
}

/** A request's latest events, newest first. */
export function requestEventsOptions({ requestId }: { requestId: string }) {
  return queryOptions({
    queryKey: eventKeys.ofRequest(requestId),
    queryFn: ({ signal }) => fetchRequestEvents(requestId, signal),
  });
}
