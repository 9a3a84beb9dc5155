import type { AnswerKind } from "@sheaf/contract/states";
import { formatDay, isoDay } from "../../lib/dates.ts";
import type { ItemAnswer } from "./item-core.models.ts";

export const yesNoWords: Readonly<Record<string, string>> = { yes: "Yes", no: "No" };

const declinedTexts: Partial<Record<AnswerKind, string>> = {
  cannot_provide: "Can’t provide",
  not_applicable: "Doesn’t apply",
};

/** In place of a state, if the recipient says why there is no answer. */
export function declinedText(answer: { kind: AnswerKind } | null): string | undefined {
  return answer ? declinedTexts[answer.kind] : undefined;
}

/** The recipient says why there is no answer. */
export function isDeclined(answer: { kind: AnswerKind } | null): boolean {
  return declinedText(answer) !== undefined;
}

/** An answer as people read it; several choices stand on one line each. */
export function answerWords({ kind, text, erasedAt }: ItemAnswer): string {
  if (erasedAt !== undefined) return `Deleted on ${formatDay(isoDay(new Date(erasedAt)))}.`;
  if (kind === "date") return formatDay(text);
  return kind === "yes_no" ? (yesNoWords[text] ?? text) : text;
}
