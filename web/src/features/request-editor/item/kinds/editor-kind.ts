import type { ItemDraft } from "@sheaf/contract/request-draft";

/** A requester's form for items of one kind. */
export interface EditorKind {
  /** In the list of answer types. */
  label: string;
  /** Says what is asked for; "" for any file. */
  asksFor: (item: ItemDraft) => string;
  /** The fields that only this kind has. */
  ownFields: (item: ItemDraft) => Partial<ItemDraft>;
}
