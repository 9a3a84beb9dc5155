import type { AnswerKind } from "@sheaf/contract/states";
import { formatDay } from "../../lib/dates.ts";
import type { ItemAnswer } from "./item.models.ts";

export const yesNoWords: Readonly<Record<string, string>> = { yes: "Yes", no: "No" };

/** The recipient says why there is no answer. */
export function isDeclined(answer: { kind: AnswerKind } | null): boolean {
  return answer?.kind === "not_applicable" || answer?.kind === "cannot_provide";
}

/** An answer as people read it; several choices stand on one line each. */
export function answerWords({ kind, text }: ItemAnswer): string {
  if (kind === "date") return formatDay(text);
  return kind === "yes_no" ? (yesNoWords[text] ?? text) : text;
}
