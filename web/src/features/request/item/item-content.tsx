import { fileProgressText } from "../../../data/items/file-count.models.ts";
import { isAllSetAside, isToReview } from "../../../data/items/item.models.ts";
import { Notice } from "../../../ui/status/notice.tsx";
import { returnReasons } from "../review/verdicts.models.ts";
import { ItemAnswerText } from "./item-answer-text.tsx";
import { ItemFiles } from "./item-files.tsx";
import { UserText } from "../../../ui/layout/user-text.tsx";
import styles from "./item-card.module.css";
import type { ItemProps } from "./item-props.ts";

/** The recipient's answer and files, and what was said about them. */
export function ItemContent({
  item,
  workspaceName,
  marks,
  isOpen,
}: Omit<ItemProps, "handedTo" | "decisions" | "myId" | "unread" | "takesMessages">) {
  const reasons = returnReasons(item);
  const isReturned = item.state === "returned" && reasons.length > 0;
  return (
    <>
      {item.answer && <ItemAnswerText item={item} answer={item.answer} />}
      {item.expectedFiles > 1 && item.state !== "partial" && (
        <p className={styles["before"]}>{fileProgressText(item)}</p>
      )}
      {(item.files.length > 0 || isReturned) && (
        <div className={styles["sent"]}>
          <ItemFiles item={item} workspaceName={workspaceName} marks={marks} />
          {isReturned && (
            <Notice tone="returned">
              {reasons.map(({ name, reason }) => (
                <p key={name + reason}>
                  {name !== "" && (
                    <>
                      <UserText>{name}</UserText>:{" "}
                    </>
                  )}
                  <UserText>{reason}</UserText>
                </p>
              ))}
            </Notice>
          )}
        </div>
      )}
      {isOpen && isToReview(item) && isAllSetAside(item) && (
        <p className={styles["before"]}>All files are set aside. Return the item to ask for it again.</p>
      )}
      {isToReview(item) &&
        reasons.map(({ name, reason }) => (
          <p key={name + reason} className={styles["before"]}>
            Previously returned
            {name !== "" && (
              <>
                , <UserText>{name}</UserText>
              </>
            )}
            : <UserText>{reason}</UserText>
          </p>
        ))}
      {(item.state === "accepted" || item.state === "waived") && item.reason && (
        <p className={styles["before"]}>
          Note: <UserText>{item.reason}</UserText>
        </p>
      )}
    </>
  );
}
