import { limits } from "@sheaf/contract/limits";
import { formatDate, isoDay } from "../../lib/dates.ts";
import { type Term, termText } from "./term.models.ts";

/** Retention of the files and answers of a request. */
export interface Retention extends Term {
  /** Time at which the request ended; null while it is open. */
  endedAt: string | null;
  /** Time that was announced for what is deleted next; null while nothing is announced. */
  eraseAt: string | null;
  /** Time at which the last of them was deleted; null while there is any. */
  erasedAt: string | null;
  /** Time at which the request was put into the bin; null unless it is there. */
  deletedAt: string | null;
}

const dayMs = 86_400_000;

const dayAfter = (moment: string, days: number, now: Date): string =>
  formatDate(isoDay(new Date(Date.parse(moment) + days * dayMs)), { now });

/** The sentence about retention that both sides read. */
export function retentionText(
  { days, sensitiveDays, endedAt, eraseAt, erasedAt }: Retention,
  { keeper, now }: { keeper: string; now: Date },
): string {
  if (erasedAt !== null) return `Files and answers were deleted on ${dayAfter(erasedAt, 0, now)}.`;
  if (eraseAt !== null) {
    const some = days !== sensitiveDays ? "What is due" : "Files and answers";
    return `${some} will be deleted on ${dayAfter(eraseAt, 0, now)}.`;
  }
  return termText(
    { days, sensitiveDays },
    keeper,
    endedAt === null ? undefined : (count) => dayAfter(endedAt, count, now),
  );
}

/** The day on which a request in the bin is deleted for good. */
export const goneOn = (deletedAt: string, now: Date): string => dayAfter(deletedAt, limits.daysInBin, now);
