import { countWords } from "../../lib/count-words.ts";
import type { EditorState } from "./editor.models.ts";

export interface Summary {
  itemCount: number;
  requiredCount: number;
  peopleCount: number;
}

export function toSummary({ items, recipients }: Pick<EditorState, "items" | "recipients">): Summary {
  return {
    itemCount: items.length,
    requiredCount: items.filter((item) => item.required).length,
    peopleCount: recipients.length,
  };
}

/**
 * "4 items, 3 required, to 2 recipients, due Fri 27 Nov."
 * @param dueWords the formatted due date, or null for none.
 */
export function summaryWords(
  { itemCount, requiredCount, peopleCount }: Summary,
  dueWords: string | null,
): string {
  const parts = [
    countWords(itemCount, "item"),
    requiredCount === itemCount ? "all required" : `${requiredCount} required`,
    `to ${countWords(peopleCount, "recipient")}`,
    ...(dueWords === null ? [] : [`due ${dueWords}`]),
  ];
  return `${parts.join(", ")}.`;
}

const numberWords = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Describes who can open the link. */
export function accessWords(peopleCount: number): string {
  if (peopleCount === 0) return "You’ll get one permanent link to share.";
  const who =
    peopleCount === 1
      ? "Only this address"
      : `Only these ${numberWords[peopleCount] ?? peopleCount} addresses`;
  return `You’ll get one permanent link to share. ${who} can open it.`;
}

/** Missing parts of a request, in the order of the page. */
export function stillNeeded(state: Pick<EditorState, "title" | "items" | "recipients">): string[] {
  return [
    ...(state.title.trim() === "" ? ["a title"] : []),
    ...(state.recipients.length === 0 ? ["a recipient"] : []),
    ...(state.items.length === 0 ? ["an item"] : []),
  ];
}
