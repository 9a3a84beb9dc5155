import type { ReceivedItem } from "../../../data/inbox/received-item.models.ts";
import { formatCount } from "../../../lib/format-count.ts";
import { Chip } from "../../../ui/status/chip.tsx";

interface UnreadChipProps {
  item: ReceivedItem;
  /** Of the whole request. */
  unread: ReadonlySet<string>;
}

/** Counts the unread questions about an item; empty once they are read. */
export function UnreadChip({ item, unread }: UnreadChipProps) {
  const count = item.questions.filter(({ id }) => unread.has(id)).length;
  return count === 0 ? null : <Chip tone="submitted">{formatCount(count, "unread question")}</Chip>;
}
