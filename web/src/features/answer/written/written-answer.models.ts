import type { ItemKind } from "@sheaf/contract/states";
import type { ReceivedItem } from "../../../data/inbox/received-item.models.ts";

export type AnswerKindToWrite = Exclude<ItemKind, "file">;

type Asked = Pick<ReceivedItem, "kind" | "choices" | "multiple">;

export const earliestDay = "1000-01-01";
export const latestDay = "9999-12-31";

/** Drops the parts of an answer that no longer fit because the requester has changed the item. */
export function fitAnswer({ kind, choices, multiple }: Asked, text: string): string {
  if (kind === "date") return /^\d{4}-\d\d-\d\d$/.test(text) ? text : "";
  if (kind === "yes_no") return text === "yes" || text === "no" ? text : "";
  if (kind !== "choice") return text;
  const chosen = text.split("\n").filter((choice) => choices.includes(choice));
  return (multiple ? chosen : chosen.slice(0, 1)).join("\n");
}

/** Why the answer can't be sent; "" if it can. */
export function answerProblem({ kind, multiple }: Asked, text: string): string {
  // A date input is empty until all its parts are entered.
  if (kind === "date" && text === "") return "Enter a day, a month and a year.";
  if (kind === "date") return text < earliestDay ? "Enter a year with four digits." : "";
  if (text.trim() !== "") return "";
  if (kind === "yes_no") return "Choose yes or no.";
  if (kind === "choice") return multiple ? "Choose at least one." : "Choose one.";
  return "Enter an answer.";
}
