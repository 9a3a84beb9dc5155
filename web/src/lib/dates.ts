import { formatCount } from "./format-count.ts";

const dayMs = 86_400_000;

/** Today in the user's time zone, as `YYYY-MM-DD`. */
export function isoDay(moment: Date): string {
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${moment.getFullYear()}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`;
}

/** Days from one `YYYY-MM-DD` to another. Computed in UTC, because local days can have 23 or 25 hours. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs;
}

interface DateOptions {
  now?: Date;
  locale?: string;
  /** For what is kept, such as a receipt. */
  withYear?: boolean;
}

function parseDate(isoDate: string): Date {
  return new Date(`${isoDate}T12:00:00`);
}

/**
 * Formats a due date: "Fri 27 Nov", with the year if it isn't the current one or is wanted anyway.
 *
 * @param isoDate `YYYY-MM-DD`, a calendar day that is the same in every time zone.
 */
export function formatDate(isoDate: string, options: DateOptions = {}): string {
  const date = parseDate(isoDate);
  const sameYear = !options.withYear && date.getFullYear() === (options.now ?? new Date()).getFullYear();
  return (
    parts(date, options.locale, { weekday: "short", day: "numeric", month: "short" }) +
    (sameYear ? "" : ` ${date.getFullYear()}`)
  );
}

/** Formats a day with its year, for any century: "3 March 1984". */
export function formatDay(isoDate: string, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "long" }).format(parseDate(isoDate));
}

/** Days from today: 0 today, 1 tomorrow, -3 three days ago. */
export function relativeDay(isoDate: string, now: Date = new Date()): number {
  return daysBetween(isoDay(now), isoDate);
}

/**
 * Formats a timestamp in the user's time zone: "just now", "4 minutes ago", "Today, 09:12", "Yesterday, 16:20",
 * "Mon 16 Nov", with the year if it isn't the current one.
 *
 * @param isoTime a timestamp with a time zone.
 */
export function formatWhen(isoTime: string, options: { now?: Date; locale?: string } = {}): string {
  const now = options.now ?? new Date();
  const moment = new Date(isoTime);
  const minutes = Math.floor((now.getTime() - moment.getTime()) / 60_000);
  // Timestamps slightly in the future result from clock skew.
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${formatCount(minutes, "minute")} ago`;

  const time = new Intl.DateTimeFormat(options.locale, { hour: "2-digit", minute: "2-digit" }).format(moment);
  const daysAgo = daysBetween(isoDay(moment), isoDay(now));
  if (daysAgo === 0) return `Today, ${time}`;
  if (daysAgo === 1) return `Yesterday, ${time}`;
  const sameYear = moment.getFullYear() === now.getFullYear();
  return (
    parts(moment, options.locale, { weekday: "short", day: "numeric", month: "short" }) +
    (sameYear ? "" : ` ${moment.getFullYear()}`)
  );
}

/** Short form: "4 min ago", "2 h ago", "yesterday", "19 Nov", "19 Nov 2025". */
export function formatWhenShort(isoTime: string, options: { now?: Date; locale?: string } = {}): string {
  const now = options.now ?? new Date();
  const moment = new Date(isoTime);
  const minutes = Math.floor((now.getTime() - moment.getTime()) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const daysAgo = daysBetween(isoDay(moment), isoDay(now));
  if (daysAgo === 0) return `${Math.floor(minutes / 60)} h ago`;
  if (daysAgo === 1) return "yesterday";
  const format: Intl.DateTimeFormatOptions = { day: "numeric", month: "short" };
  if (moment.getFullYear() !== now.getFullYear()) format.year = "numeric";
  return new Intl.DateTimeFormat(options.locale, format).format(moment);
}

/** Joins the parts in the locale's order without commas, for chips: "Fri 27 Nov". */
function parts(date: Date, locale: string | undefined, format: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale, format).format(date).replaceAll(",", "");
}

/** Formats a coming moment in the user's time zone: "Thu 27 Nov, 09:00", with the year as `formatDate`. */
export function formatMoment(isoTime: string, options: DateOptions = {}): string {
  const moment = new Date(isoTime);
  const time = new Intl.DateTimeFormat(options.locale, { hour: "2-digit", minute: "2-digit" }).format(moment);
  return `${formatDate(isoDay(moment), options)}, ${time}`;
}

/** IANA name of this browser's time zone: "Europe/Lisbon". Etc/Unknown in a browser that names none, as in one that can't tell. */
export function timeZone(): string {
  const { timeZone: named }: { timeZone?: string } = new Intl.DateTimeFormat().resolvedOptions();
  return named ?? "Etc/Unknown";
}
