import { fileProgressText } from "../../../data/items/file-count.models.ts";
import type { Item } from "../../../data/items/item.models.ts";
import { itemMark } from "../../../steps/items/item-mark.models.ts";
import { ItemMark } from "../../../steps/items/item-mark.tsx";
import { itemStateLabels } from "../../../ui/status/item-state.ts";
import { UserText } from "../../../ui/layout/user-text.tsx";
import styles from "./reviewed-items.module.css";

/** At the end of a review: where each item stands. */
export function ReviewedItems({ items }: { items: readonly Item[] }) {
  return (
    <section className={styles["reviewed"]}>
      <h2>This request</h2>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <ItemMark shape={itemMark(item)} />
            <UserText as="span">{item.title}</UserText>
            <span className={styles["state"]}>{stateText(item)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function stateText(item: Item): string {
  if (item.state === "partial") return fileProgressText(item);
  return item.state === "missing" && !item.isRequired ? "Optional" : itemStateLabels[item.state];
}
