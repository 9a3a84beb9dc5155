import type { Moves } from "../../../data/requests/next-year/moves.models.ts";
import { formatDate } from "../../../lib/dates.ts";

const list = new Intl.ListFormat("en-GB", { type: "conjunction" });
/** More pairs than this aren't listed. */
const maxListed = 3;

/** "Years in titles and instructions moved from 2025 to 2026. Check them." */
export function lastYearText(
  { years, dueOn, messageYears }: Moves,
  options: { now: Date; locale?: string },
): string {
  return [
    yearsText(years),
    ...(dueOn === null ? [] : [`The due date is a year later, ${formatDate(dueOn, options)}.`]),
    ...(years.length > 0 ? ["Check them."] : []),
    ...(years.length === 0 && dueOn !== null ? ["Check it."] : []),
    ...(messageYears.length === 0
      ? []
      : [`The message still says ${list.format(messageYears.map(String))}.`]),
  ].join(" ");
}

function yearsText(years: Moves["years"]): string {
  if (years.length === 0) return "No years were found in the titles or instructions.";
  const subject = "Years in titles and instructions";
  if (years.length > maxListed) return `${subject} are now one year later.`;
  return `${subject} moved ${list.format(years.map(([from, to]) => `from ${from} to ${to}`))}.`;
}
