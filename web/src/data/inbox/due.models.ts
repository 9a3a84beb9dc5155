import { formatDate, relativeDay } from "../../lib/dates.ts";

/** The due date as the recipient reads it. */
export interface ReceivedDue {
  /** "Due Fri 27 Nov", "Was due Fri 27 Nov". */
  text: string;
  isLate: boolean;
}

/** @param dueOn YYYY-MM-DD. */
export function toReceivedDue(dueOn: string, options: { now?: Date; locale?: string } = {}): ReceivedDue {
  const isLate = relativeDay(dueOn, options.now) < 0;
  return { isLate, text: `${isLate ? "Was due" : "Due"} ${formatDate(dueOn, options)}` };
}
