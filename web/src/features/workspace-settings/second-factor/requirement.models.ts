import { limits } from "@sheaf/contract/limits";
import { formatDate, isoDay } from "../../../lib/dates.ts";

const list = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** The consequence for a member without a second factor, of a workspace that requires one. */
export function lockedOutText(from: string | null, now: Date): string {
  if (from === null || Date.parse(from) <= now.getTime()) {
    return "Hasn’t set it up, and can’t open the workspace until they do.";
  }
  return `Hasn’t set it up. From ${formatDate(isoDay(new Date(from)), { now })}, they can’t open the workspace without it.`;
}

/** The notice for those who have none when it becomes required: "Maya Chen and Sam Osei have 7 days to set it up. …" */
export function noticeText(names: readonly string[]): string {
  if (names.length === 0) return "Every member has set it up, so it applies at once.";
  const who = names.length > 3 ? `${names.length} members` : list.format(names);
  return `${who} ${names.length === 1 ? "has" : "have"} ${limits.secondFactorDays} days to set it up. We’ll email them. After that, they can’t open the workspace without it.`;
}
