import styles from "../checklist.module.css";
import { isLocked, lockedText } from "../checklist.models.ts";
import { ReadOnlyContent } from "./item-content.tsx";
import type { ItemProps } from "./item-props.ts";

/** An item that takes nothing any more, with what was sent for it. */
export function LockedItem({
  item,
  request,
  isClosed,
}: Pick<ItemProps, "item" | "request"> & { isClosed: boolean }) {
  return (
    <>
      {isClosed && item.instructions !== "" && <p className={styles["hint"]}>{item.instructions}</p>}
      <ReadOnlyContent item={item} request={request} />
      {isLocked(item) && <p className={styles["hint"]}>{lockedText(item, request.workspaceName)}</p>}
      {isLocked(item) && item.reason !== "" && <p className={styles["hint"]}>Their note: {item.reason}</p>}
    </>
  );
}
