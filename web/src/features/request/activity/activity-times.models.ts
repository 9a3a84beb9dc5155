import type { RequestEvent } from "../../../data/events/event.models.ts";
import { formatDate, formatWhen, relativeDay } from "../../../lib/dates.ts";

/** "Today", "Yesterday", "Fri 20 Nov" */
export function dayText(day: string, now: Date): string {
  const away = relativeDay(day, now);
  if (away === 0) return "Today";
  return away === -1 ? "Yesterday" : formatDate(day, { now });
}

const hourMs = 3_600_000;

/** Below a day's heading: "12 minutes ago", "16:02", "16:02 to 16:14" for several acts. */
export function timeText(
  events: readonly [RequestEvent, ...RequestEvent[]],
  now: Date,
  locale?: string,
): string {
  const [newest] = events;
  const oldest = events.at(-1) ?? newest;
  if (now.getTime() - Date.parse(newest.at) < hourMs) return formatWhen(newest.at, { now });
  const time = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" });
  const [from, to] = [oldest, newest].map(({ at }) => time.format(new Date(at)));
  return from === to ? String(to) : `${from} to ${to}`;
}
