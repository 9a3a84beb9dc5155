import { hasVisibleCharacter } from "@sheaf/contract/names";
import { limits } from "@sheaf/contract/limits";
import type { CheckedPeople, Choices } from "./people.models.ts";

/** The obstacle to the next step; undefined if there is none. */
export function blockedBy(choices: Choices, checked: CheckedPeople): string | undefined {
  if (!choices.uses.includes("email")) return "Choose the column with the email addresses.";
  if (checked.asksOrder && choices.order === undefined) return "Choose how to read the due dates.";
  if (!hasVisibleCharacter(choices.title)) return "Enter a title.";
  if (choices.title.trim().length > limits.titleLength) {
    return `Use up to ${limits.titleLength} characters for the title.`;
  }
  if (choices.message.trim().length > limits.messageLength) {
    return `Use up to ${limits.messageLength.toLocaleString("en")} characters for the message.`;
  }
  return checked.people.length === 0 ? "Fix at least one row." : undefined;
}
