import type { ItemDraft } from "@sheaf/contract/request-draft";

/** How a requester asks for an answer of one kind. */
export interface EditorKind {
  /** In the list of answer types. */
  label: string;
  /** What the recipient is asked for; "" for any file. */
  asksFor: (item: ItemDraft) => string;
  /** The fields that only this kind has. */
  ownFields: (item: ItemDraft) => Partial<ItemDraft>;
}
