import { declinedText } from "../../../data/items/answer.models.ts";
import { fileProgressText } from "../../../data/items/file-count.models.ts";
import { Chip, StatusChip } from "../../../ui/status/chip.tsx";
import { itemStateLabels } from "../../../ui/status/item-state.ts";
import type { ItemProps } from "./item-props.ts";

/** The state of an item. Nothing in a cancelled request stands out as open. */
export function ItemChip({ item, isOpen }: Pick<ItemProps, "item" | "isOpen">) {
  const { state } = item;
  if (state === "missing" && !item.isRequired) return <Chip tone="outline">Optional</Chip>;
  if (state === "partial") {
    const count = fileProgressText(item);
    return isOpen ? <StatusChip state={state}>{count}</StatusChip> : <Chip>{count}</Chip>;
  }
  const declined = declinedText(item.answer);
  if (state === "submitted" && declined !== undefined) return <Chip>{declined}</Chip>;
  if (!isOpen && (state === "missing" || state === "returned")) return <Chip>{itemStateLabels[state]}</Chip>;
  return (
    <StatusChip state={state}>{item.isReceivedElsewhere ? "Received another way" : undefined}</StatusChip>
  );
}
