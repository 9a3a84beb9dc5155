import { formatCount } from "../../lib/format-count.ts";

/** For how long files and answers are kept after a request ends. */
export interface Term {
  /** Null: until a member deletes them. */
  days: number | null;
  /** Of sensitive items: as many or fewer. */
  sensitiveDays: number | null;
}

/**
 * "Files and answers are deleted 90 days after this request ends, sensitive ones after 30 days."
 *
 * @param keeper name of the workspace that decides, or "you" for its members.
 * @param dayAfter the day so many days after the request ended; undefined while it is open.
 */
export function termText(
  { days, sensitiveDays }: Term,
  keeper: string,
  dayAfter?: (days: number) => string,
): string {
  const fewest = sensitiveDays ?? days;
  if (fewest === null)
    return `Files and answers are kept until ${keeper} ${keeper === "you" ? "delete" : "deletes"} them.`;
  const when = (count: number) =>
    dayAfter ? `on ${dayAfter(count)}` : `${formatCount(count, "day")} after this request ends`;
  if (days === null) return `Sensitive files and answers are deleted ${when(fewest)}.`;
  if (fewest === days) return `Files and answers are deleted ${when(days)}.`;
  const sooner = dayAfter ? when(fewest) : `after ${formatCount(fewest, "day")}`;
  return `Files and answers are deleted ${when(days)}, sensitive ones ${sooner}.`;
}
