const day = 86_400_000;

/** Days since 1970 of a calendar date; noon keeps the figure whole through every change of clocks. */
function dayNumber(year: number, month: number, date: number): number {
  return Math.floor(Date.UTC(year, month, date, 12) / day);
}

function dayOf(moment: Date): number {
  return dayNumber(moment.getFullYear(), moment.getMonth(), moment.getDate());
}

function parseDate(isoDate: string): Date {
  return new Date(`${isoDate}T12:00:00`);
}

/**
 * A due date for people: "Fri 27 Nov", with the year when it is not this one.
 *
 * @param isoDate `YYYY-MM-DD`, a day and not a moment: it is the same in every zone.
 */
export function formatDate(isoDate: string, options: { now?: Date; locale?: string } = {}): string {
  const date = parseDate(isoDate);
  const sameYear = date.getFullYear() === (options.now ?? new Date()).getFullYear();
  return (
    parts(date, options.locale, { weekday: "short", day: "numeric", month: "short" }) +
    (sameYear ? "" : ` ${date.getFullYear()}`)
  );
}

/** Days from today to a day: 0 today, 1 tomorrow, -3 three days ago. */
export function relativeDay(isoDate: string, now: Date = new Date()): number {
  return dayOf(parseDate(isoDate)) - dayOf(now);
}

/**
 * A moment for people, in the reader's zone: "just now", "4 minutes ago", "Today, 09:12", "Yesterday, 16:20",
 * "Mon 16 Nov", with the year when it is not this one.
 *
 * @param isoTime a timestamp with its zone.
 */
export function formatWhen(isoTime: string, options: { now?: Date; locale?: string } = {}): string {
  const now = options.now ?? new Date();
  const moment = new Date(isoTime);
  const minutes = Math.floor((now.getTime() - moment.getTime()) / 60_000);
  // A clock a little ahead of the service's must not make things happen in the future.
  if (minutes < 1) return "just now";
  if (minutes < 60) return minutes === 1 ? "1 minute ago" : `${minutes} minutes ago`;

  const time = new Intl.DateTimeFormat(options.locale, { hour: "2-digit", minute: "2-digit" }).format(moment);
  const daysAgo = dayOf(now) - dayOf(moment);
  if (daysAgo === 0) return `Today, ${time}`;
  if (daysAgo === 1) return `Yesterday, ${time}`;
  const sameYear = moment.getFullYear() === now.getFullYear();
  return (
    parts(moment, options.locale, { weekday: "short", day: "numeric", month: "short" }) +
    (sameYear ? "" : ` ${moment.getFullYear()}`)
  );
}

/** The parts in the locale's order without its commas: "Fri 27 Nov" reads as one thing on a chip. */
function parts(date: Date, locale: string | undefined, format: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale, format).format(date).replaceAll(",", "");
}
