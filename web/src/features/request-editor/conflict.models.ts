import {
  type DraftFieldName,
  draftFieldNames,
  draftFields,
  type ItemDraft,
  type RequestDraft,
} from "@sheaf/contract/request-draft";
import { formatDate } from "../../lib/dates.ts";
import { asksFor } from "./item/kinds/kinds.models.ts";

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
  return draftFieldNames
    .map((name) => ({ field: draftFields[name].label, read: (draft: RequestDraft) => textOf(draft, name) }))
    .filter(({ read }) => new Set([saved, mine, theirs].map(read)).size === 3)
    .map(({ field, read }) => ({ field, theirs: read(theirs), mine: read(mine) }));
}

/** A field as people compare it. */
function textOf(draft: RequestDraft, name: DraftFieldName): string {
  if (name === "recipients") return draft.recipients.map(({ email }) => email).join(", ");
  if (name === "items") return draft.items.map(itemText).join("\n");
  const value = draft[name] ?? "None";
  return draftFields[name].kind === "day" && value !== "None" ? formatDate(String(value)) : String(value);
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
