import type { ItemDraft, RequestDraft } from "@sheaf/contract/request-draft";
import { formatDate } from "../../lib/dates.ts";
import { asksFor } from "./item/item-text.models.ts";

/** A field that someone else has changed while it was edited here. */
export interface Conflict {
  field: string;
  theirs: string;
  mine: string;
}

interface Versions {
  /** As it was when the editing began. */
  saved: RequestDraft;
  mine: RequestDraft;
  theirs: RequestDraft;
}

/** Fields that were changed on both sides, with both versions. */
export function conflictsOf({ saved, mine, theirs }: Versions): Conflict[] {
  const fields = [
    ["Title", ({ title }: RequestDraft) => title],
    ["Message", ({ message }: RequestDraft) => message],
    ["Due date", ({ due_on }: RequestDraft) => (due_on === null ? "None" : formatDate(due_on))],
    ["Due after", ({ due_after_days }: RequestDraft) => String(due_after_days ?? "None")],
    ["Recipients", ({ recipients }: RequestDraft) => recipients.map(({ email }) => email).join(", ")],
    ["Checklist", ({ items }: RequestDraft) => items.map(itemText).join("\n")],
  ] as const;
  return fields
    .filter(([, read]) => new Set([saved, mine, theirs].map(read)).size === 3)
    .map(([field, read]) => ({ field, theirs: read(theirs), mine: read(mine) }));
}

/** Everything that can be edited, so that two texts are equal only if nothing differs. */
function itemText(item: ItemDraft): string {
  const details = [
    item.section === "" ? "" : `In “${item.section}”.`,
    item.instructions,
    asksFor(item),
    item.required ? "" : "Optional.",
  ].filter((detail) => detail !== "");
  return details.length === 0 ? item.title : `${item.title} (${details.join(" ")})`;
}
