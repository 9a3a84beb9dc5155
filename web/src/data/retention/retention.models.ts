import { limits } from "@sheaf/contract/limits";
import { formatDate, isoDay } from "../../lib/dates.ts";
import { formatCount } from "../../lib/format-count.ts";

/** How long files and answers of a request are kept. */
export interface Retention {
  /** Days after the request ends; null: until somebody deletes them. */
  days: number | null;
  /** Of sensitive items: as many or fewer. */
  sensitiveDays: number | null;
  /** Time at which the request ended; null while it is open. */
  endedAt: string | null;
  /** Time that was announced for what is deleted next; null while nothing is announced. */
  eraseAt: string | null;
  /** When the last of them was deleted; null while there is any. */
  erasedAt: string | null;
  /** When the request was put into the bin; null unless it is there. */
  deletedAt: string | null;
}

const dayMs = 86_400_000;

const dayAfter = (moment: string, days: number, now: Date): string =>
  formatDate(isoDay(new Date(Date.parse(moment) + days * dayMs)), { now });

/** "Files and answers are deleted 90 days after this request ends, sensitive ones after 30 days." */
export function retentionText(
  { days, sensitiveDays, endedAt, eraseAt, erasedAt }: Retention,
  { workspaceName, now }: { workspaceName: string; now: Date },
): string {
  if (erasedAt !== null) return `Files and answers were deleted on ${dayAfter(erasedAt, 0, now)}.`;
  const fewest = sensitiveDays ?? days;
  if (fewest === null) return `Files and answers are kept until ${workspaceName} deletes them.`;
  if (eraseAt !== null) {
    const some = days !== sensitiveDays ? "What is due" : "Files and answers";
    return `${some} will be deleted on ${dayAfter(eraseAt, 0, now)}.`;
  }
  const when = (count: number) =>
    endedAt === null
      ? `${formatCount(count, "day")} after this request ends`
      : `on ${dayAfter(endedAt, count, now)}`;
  if (days === null) return `Sensitive files and answers are deleted ${when(fewest)}.`;
  if (fewest === days) return `Files and answers are deleted ${when(days)}.`;
  const sooner = endedAt === null ? `after ${formatCount(fewest, "day")}` : when(fewest);
  return `Files and answers are deleted ${when(days)}, sensitive ones ${sooner}.`;
}

/** The day on which a request in the bin is deleted for good. */
export const goneOn = (deletedAt: string, now: Date): string => dayAfter(deletedAt, limits.daysInBin, now);
