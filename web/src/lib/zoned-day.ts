import { isoDay } from "./dates.ts";

/**
 * The day of a moment in a time zone, as `YYYY-MM-DD`; in the user's own for a zone that isn't known yet, or never by this
 * browser.
 */
export function zonedDay(moment: Date, zone: string | undefined): string {
  if (zone === undefined) return isoDay(moment);
  try {
    const parts = new Intl.DateTimeFormat("en", {
      timeZone: zone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    }).formatToParts(moment);
    return (["year", "month", "day"] as const)
      .map((wanted) => parts.find(({ type }) => type === wanted)?.value)
      .join("-");
  } catch {
    return isoDay(moment);
  }
}
