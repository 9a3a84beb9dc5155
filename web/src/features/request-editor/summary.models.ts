import { formatCount } from "../../lib/format-count.ts";
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
 * @param dueText the formatted due date, or null for none.
 */
export function summaryText(
  { itemCount, requiredCount, peopleCount }: Summary,
  dueText: string | null,
): string {
  const parts = [
    formatCount(itemCount, "item"),
    requiredCount === itemCount ? "all required" : `${requiredCount} required`,
    `to ${formatCount(peopleCount, "recipient")}`,
    ...(dueText === null ? [] : [`due ${dueText}`]),
  ];
  return `${parts.join(", ")}.`;
}

const numberNames = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Describes how the link gets to its recipients, and who can open it. */
export function accessText(peopleCount: number, isInviting: boolean): string {
  const link = isInviting
    ? "We’ll email a permanent link and remind people of what is missing."
    : "You’ll get one permanent link to share.";
  if (peopleCount === 0) return link;
  const who =
    peopleCount === 1
      ? "Only this address"
      : `Only these ${numberNames[peopleCount] ?? peopleCount} addresses`;
  return `${link} ${who} can open it.`;
}

/** Missing parts of a request, in the order of the page. */
export function stillNeeded(state: Pick<EditorState, "title" | "items" | "recipients">): string[] {
  return [
    ...(state.title.trim() === "" ? ["a title"] : []),
    ...(state.recipients.length === 0 ? ["a recipient"] : []),
    ...(state.items.length === 0 ? ["an item"] : []),
  ];
}
