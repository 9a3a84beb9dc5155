import { describeError } from "@sheaf/contract/errors/describe-error";
import { limits } from "@sheaf/contract/limits";

export type ParsedDays = { ok: true; days: number | null } | { ok: false; problem: string };

/** Days from the use of a template to the due date, as typed; null if nothing is. */
export function parseDays(text: string): ParsedDays {
  const typed = text.trim();
  if (typed === "") return { ok: true, days: null };
  const days = /^\d{1,3}$/.test(typed) ? Number(typed) : 0;
  return days >= 1 && days <= limits.templateDueDays
    ? { ok: true, days }
    : { ok: false, problem: describeError("template.due").next };
}
