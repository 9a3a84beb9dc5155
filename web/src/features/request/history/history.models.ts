import type { HistoryVerdict } from "../../../data/events/history.query.ts";
import type { RequestEvent } from "../../../data/events/event.models.ts";
import { formatMoment } from "../../../lib/dates.ts";
import { toActivityLine } from "../../../steps/history/activity.models.ts";

/** A line of the history as people read it: "Anna Lind added letter.pdf". */
export function eventText(event: RequestEvent, myId: string): string {
  const { who, address, did, what } = toActivityLine(event, myId);
  return [who, address && `(${address})`, did, what].filter((part) => part !== "").join(" ");
}

/** Events whose line, full name or item contains every word. */
export function matching(
  events: readonly RequestEvent[],
  { search, myId }: { search: string; myId: string },
): readonly RequestEvent[] {
  const words = folded(search)
    .split(/\s+/u)
    .filter((word) => word !== "");
  if (words.length === 0) return events;
  return events.filter((event) => {
    const text = folded(`${eventText(event, myId)} ${event.actorName} ${event.itemTitle}`);
    return words.every((word) => text.includes(word));
  });
}

const folded = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** The verified part of the history, in a sentence. */
export function verdictText({ verifiedAt, brokenSeq }: HistoryVerdict, now: Date): string {
  const upTo = verifiedAt === null ? "" : `History verified up to ${formatMoment(verifiedAt, { now })}.`;
  if (brokenSeq === null) return upTo;
  return `Event ${brokenSeq} was changed or removed after it was written. ${upTo}`.trim();
}
