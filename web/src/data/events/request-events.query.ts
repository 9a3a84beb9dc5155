import { queryOptions } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { historyColumns, type RequestEvent, toEvent } from "./event.models.ts";
import { eventKeys } from "./keys.ts";

const maxEvents = 100;

async function fetchRequestEvents(requestId: string, signal: AbortSignal): Promise<RequestEvent[]> {
  const { data, error } = await dataClient()
    .from("events")
    .select(historyColumns)
    .eq("request_id", requestId)
    .order("seq", { ascending: false })
    .limit(maxEvents)
    .abortSignal(signal);
  if (error) throw toAppError(error);
  return data.map(toEvent);
}

/** A request's latest events, newest first. */
export function requestEventsOptions({ requestId }: { requestId: string }) {
  return queryOptions({
    queryKey: eventKeys.ofRequest(requestId),
    queryFn: ({ signal }) => fetchRequestEvents(requestId, signal),
  });
}
