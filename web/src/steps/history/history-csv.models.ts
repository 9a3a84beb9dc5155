import type { RequestEvent } from "../../data/events/event.models.ts";
import { type CsvFormat, localCsv, toCsv } from "../../lib/csv.ts";
import { toActivityLine } from "./activity.models.ts";

/** One line per event, the oldest first. */
export function toHistoryCsv(events: readonly RequestEvent[], format: CsvFormat = localCsv()): string {
  const heads = ["Event", format.timeHead("Time"), "Person", "Address", "What happened", "Item", "Name"];
  const rows = events
    .toReversed()
    .map((event) => [
      String(event.seq),
      format.time(event.at),
      event.actorName,
      event.actorEmail,
      toActivityLine(event, "").did,
      format.words(event.itemTitle),
      format.words(event.name),
    ]);
  return toCsv([heads, ...rows], format);
}
