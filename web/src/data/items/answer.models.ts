import { declinedKinds, type AnswerKind, type DeclinedKind, type WrittenKind } from "@sheaf/contract/states";
import { formatDay, isoDay } from "../../lib/dates.ts";
import type { ItemAnswer } from "./item-core.models.ts";

export const yesNoWords: Readonly<Record<string, string>> = { yes: "Yes", no: "No" };

const declinedTexts: Readonly<Record<DeclinedKind, string>> = {
  cannot_provide: "Can’t provide",
  not_applicable: "Doesn’t apply",
};

/** Per kind: the noun for its answer, and the answer in words. */
const readings: Readonly<Record<WrittenKind, { noun: string; words: (text: string) => string }>> = {
  text: { noun: "Text", words: (text) => text },
  date: { noun: "Answer", words: formatDay },
  choice: { noun: "Answer", words: (text) => text },
  yes_no: { noun: "Answer", words: (text) => yesNoWords[text] ?? text },
};

export function isDeclinedKind(kind: AnswerKind): kind is DeclinedKind {
  return declinedKinds.some((declined) => declined === kind);
}

/** In place of a state, if the recipient says why there is no answer. */
export function declinedText(answer: { kind: AnswerKind } | null): string | undefined {
  return answer && isDeclinedKind(answer.kind) ? declinedTexts[answer.kind] : undefined;
}

/** The recipient says why there is no answer. */
export function isDeclined(answer: { kind: AnswerKind } | null): boolean {
  return declinedText(answer) !== undefined;
}

/** "Text", "Can’t provide" */
export function answerNoun({ kind }: { kind: AnswerKind }): string {
  return isDeclinedKind(kind) ? declinedTexts[kind] : readings[kind].noun;
}

/** An answer as people read it; several choices stand on one line each. */
export function answerWords({ kind, text, erasedAt }: ItemAnswer): string {
  if (erasedAt !== undefined) return `Deleted on ${formatDay(isoDay(new Date(erasedAt)))}.`;
  return isDeclinedKind(kind) ? text : readings[kind].words(text);
}
