import { formatCount } from "../../../lib/format-count.ts";
import { isLocked } from "../checklist.models.ts";
import type { ItemProps } from "../item/item-props.ts";
import styles from "./item-row.module.css";
import { leftoversOf } from "../files/upload-rows.models.ts";

/** A folded row must not hide that a chosen file isn't there. */
export function RowProblem({ item, uploads }: Pick<ItemProps, "item" | "uploads">) {
  const stopped = uploads.filter(
    ({ itemId, phase }) => itemId === item.id && (phase.state === "failed" || phase.state === "doubted"),
  );
  const count = stopped.length + (isLocked(item) ? 0 : leftoversOf(item, uploads).length);
  return count > 0 && <span className={styles["problem"]}>{formatCount(count, "file")} not sent</span>;
}
