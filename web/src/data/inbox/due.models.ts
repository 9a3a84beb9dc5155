import { formatDate, relativeDay } from "../../lib/dates.ts";

/** The due day as it is said to the person who answers. */
export interface AskedDue {
  /** "By Fri 27 Nov", "Was due Fri 27 Nov". */
  words: string;
  isLate: boolean;
}

/** @param dueOn YYYY-MM-DD. */
export function toAskedDue(dueOn: string, options: { now?: Date; locale?: string } = {}): AskedDue {
  const isLate = relativeDay(dueOn, options.now) < 0;
  return { isLate, words: `${isLate ? "Was due" : "By"} ${formatDate(dueOn, options)}` };
}
