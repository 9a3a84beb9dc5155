import { formatMoment } from "../../lib/dates.ts";

const minute = 60_000;

/** The time to retry, in the user's time zone: "Try again at 15:00", with the day if it isn't the current one. */
export function tryAgainAt(seconds: number, options: { now?: Date; locale?: string } = {}): string {
  const now = options.now ?? new Date();
  // The minute that begins after the wait.
  const moment = new Date(Math.ceil((now.getTime() + seconds * 1000) / minute) * minute);
  if (moment.toDateString() !== now.toDateString()) {
    return `Try again on ${formatMoment(moment.toISOString(), { ...options, now })}`;
  }
  const time = new Intl.DateTimeFormat(options.locale, { hour: "2-digit", minute: "2-digit" }).format(moment);
  return `Try again at ${time}`;
}
