import { UserText } from "../../../ui/layout/user-text.tsx";
import styles from "../checklist.module.css";
import { isLocked, lockedText } from "../checklist.models.ts";
import { ReadOnlyContent } from "./item-content.tsx";
import { ItemFooter } from "./item-footer.tsx";
import type { ItemProps } from "./item-props.ts";

/** An item that takes nothing any more, with what was sent for it. */
export function LockedItem({
  isClosed,
  ...props
}: Pick<ItemProps, "item" | "request" | "myId" | "unread" | "helpers"> & { isClosed: boolean }) {
  const { item, request } = props;
  return (
    <>
      {isClosed && item.instructions !== "" && (
        <UserText as="p" className={styles["hint"]}>
          {item.instructions}
        </UserText>
      )}
      <ReadOnlyContent item={item} request={request} />
      {isLocked(item) && <p className={styles["hint"]}>{lockedText(item, request.workspaceName)}</p>}
      {isLocked(item) && item.reason !== "" && (
        <p className={styles["hint"]}>
          Their note: <UserText>{item.reason}</UserText>
        </p>
      )}
      <ItemFooter {...props} isClosed={isClosed} />
    </>
  );
}
