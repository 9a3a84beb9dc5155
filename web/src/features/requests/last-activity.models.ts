import type { EventKind } from "@sheaf/contract/states";
import type { RequestEvent } from "../../data/events/event.models.ts";

type Happened = Pick<RequestEvent, "kind" | "itemTitle" | "fileName">;

const words: Readonly<Record<EventKind, (event: Happened) => string>> = {
  created: () => "Made",
  sent: () => "Sent",
  opened: () => "Link opened",
  file_added: ({ fileName }) => fileName,
  file_removed: ({ fileName }) => `${fileName} taken back`,
  answered: ({ itemTitle }) => `${itemTitle} answered`,
  accepted: ({ itemTitle }) => `${itemTitle} accepted`,
  returned: ({ itemTitle }) => `${itemTitle} returned`,
  decision_undone: ({ itemTitle }) => `${itemTitle} undecided again`,
  link_replaced: () => "Link replaced",
  done: () => "Done",
  reopened: () => "Open again",
  cancelled: () => "Cancelled",
};

/** What happened last, without who: the row has little room and the person stands beside it. */
export function lastActivityWords(event: Happened | null): string {
  return event ? words[event.kind](event) : "";
}

const minute = 60_000;

/** "just now", "4 min ago", "2 h ago", "yesterday", "19 Nov", "19 Nov 2025": in the reader's zone and language. */
export function shortWhen(isoTime: string, now: Date, locale?: string): string {
  const at = new Date(isoTime);
  const minutes = Math.floor((now.getTime() - at.getTime()) / minute);
  // A clock a little behind the service's must not put an event into the future.
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const daysAgo = Math.round((midnight(now) - midnight(at)) / (24 * 60 * minute));
  if (daysAgo === 0) return `${Math.floor(minutes / 60)} h ago`;
  if (daysAgo === 1) return "yesterday";
  const sameYear = at.getFullYear() === now.getFullYear();
  const format: Intl.DateTimeFormatOptions = { day: "numeric", month: "short" };
  return new Intl.DateTimeFormat(locale, sameYear ? format : { ...format, year: "numeric" }).format(at);
}

function midnight(time: Date): number {
  return new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();
}
