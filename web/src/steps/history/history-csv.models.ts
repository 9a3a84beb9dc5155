import type { RequestEvent } from "../../data/events/event.models.ts";
import { toCsv } from "../../lib/csv.ts";
import { toActivityLine } from "./activity.models.ts";

const columns = ["Event", "Time", "Person", "Address", "What happened", "Item", "Name"];

/** One line per event, the oldest first. */
export function toHistoryCsv(events: readonly RequestEvent[]): string {
  const rows = events
    .toReversed()
    .map((event) => [
      String(event.seq),
      event.at,
      event.actorName,
      event.actorEmail,
      toActivityLine(event, "").did,
      event.itemTitle,
      event.name,
    ]);
  return toCsv([columns, ...rows]);
}
