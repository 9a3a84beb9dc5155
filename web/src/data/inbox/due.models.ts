import { formatDate, relativeDay } from "../../lib/dates.ts";

/** The due date as the recipient reads it. */
export interface AskedDue {
  /** "Due Fri 27 Nov", "Was due Fri 27 Nov". */
  words: string;
  isLate: boolean;
}

/** @param dueOn YYYY-MM-DD. */
export function toAskedDue(dueOn: string, options: { now?: Date; locale?: string } = {}): AskedDue {
  const isLate = relativeDay(dueOn, options.now) < 0;
  return { isLate, words: `${isLate ? "Was due" : "Due"} ${formatDate(dueOn, options)}` };
}
