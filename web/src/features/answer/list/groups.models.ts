import type { ReceivedItem } from "../../../data/inbox/received-item.models.ts";
import type { ReceivedRequest } from "../../../data/inbox/received-request.models.ts";
import { countRemaining, isRemaining, type Remaining } from "../../../data/inbox/remaining.models.ts";
import { toSections } from "../../../data/items/sections.models.ts";
import { isSent, orderItems } from "./order.models.ts";

/** A heading of the checklist with its items. */
export interface ItemGroup {
  /** "" for items without a heading. */
  name: string;
  /** Beside the heading: "3 and 1 optional". */
  note: string;
  items: ReceivedItem[];
}

/**
 * The requester's sections stay if there are any: they say what belongs together, which a list by who must act next
 * would tear apart. Within a section, items that wait come first.
 */
export function toGroups(
  { items, phase }: Pick<ReceivedRequest, "items" | "phase">,
  places: ReadonlyMap<string, number>,
): ItemGroup[] {
  const isClosed = phase === "closed" || phase === "cancelled";
  const ordered = orderItems(items, places);
  if (isClosed || items.some(({ section }) => section !== "")) {
    return toSections(items).map(({ name, items: listed }) => ({
      name,
      note: isClosed ? "" : sectionNote(countRemaining(listed)),
      items: orderItems(listed, places),
    }));
  }
  const left = ordered.filter((item) => !isSent(item, places));
  const sent = ordered.filter((item) => isSent(item, places));
  return [
    { name: "Left for you", note: leftNote(countRemaining(left)), items: left },
    { name: "Sent", note: String(sent.length), items: sent },
  ].filter((group) => group.items.length > 0);
}

/** Once nothing required is missing: what was sent, in the order of the checklist, and what can still be added. */
export function toDoneGroups(items: readonly ReceivedItem[]): {
  sent: ReceivedItem[];
  optional: ReceivedItem[];
} {
  return {
    sent: items.filter((item) => !isRemaining(item)),
    optional: items.filter(isRemaining),
  };
}

/** "3", "3 and 1 optional", "1 optional"; "" for none. */
function leftNote({ required, optional }: Remaining): string {
  return [required > 0 ? String(required) : "", optional > 0 ? `${optional} optional` : ""]
    .filter(Boolean)
    .join(" and ");
}

/** "3 left", "3 left, 1 optional", "1 optional left"; "All sent" for none. */
function sectionNote({ required, optional }: Remaining): string {
  if (required === 0) return optional === 0 ? "All sent" : `${optional} optional left`;
  return optional === 0 ? `${required} left` : `${required} left, ${optional} optional`;
}
