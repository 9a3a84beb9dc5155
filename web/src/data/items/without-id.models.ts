import type { ItemDraft } from "@sheaf/contract/request-draft";

/** An item that belongs to no request yet. */
export function withoutId(item: ItemDraft): Omit<ItemDraft, "id"> {
  const { id: _, ...rest } = item;
  return rest;
}
