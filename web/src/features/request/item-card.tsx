import { Undo2 } from "lucide-react";
import { useState } from "react";
import { isAllSetAside, type Item } from "../../data/items/item.models.ts";
import { useFocusFallback } from "../../lib/use-focus-fallback.ts";
import { Button } from "../../ui/forms/button.tsx";
import { StatusChip } from "../../ui/status/chip.tsx";
import { Notice } from "../../ui/status/notice.tsx";
import { StatusMark } from "../../ui/status/status-mark.tsx";
import { VisuallyHidden } from "../../ui/theme/visually-hidden.tsx";
import { FileChip } from "./file/file-chip.tsx";
import { ItemAnswerText } from "./item-answer-text.tsx";
import styles from "./item-card.module.css";
import { ReturnForm } from "./review/return-form.tsx";
import type { ItemDecisions } from "./review/use-decision.ts";

interface ItemCardProps {
  item: Item;
  decisions: ItemDecisions;
  /** False for a request that takes no more decisions. */
  isOpen: boolean;
  onOpenFile: (fileId: string) => void;
}

/** One item with everything received for it, and the two decisions while it waits for review. */
export function ItemCard({ item, decisions, isOpen, onOpenFile }: ItemCardProps) {
  const [isReturning, setReturning] = useState(false);
  const waits = isOpen && item.state === "submitted";
  const { group, groupProps } = useFocusFallback(item.state);
  const failure = decisions.failureOf(item.id);

  return (
    <li className={styles["item"]} id={`item-${item.id}`} {...groupProps}>
      <StatusMark state={item.state} />
      <div className={styles["text"]}>
        <h2>
          {item.title}
          {!item.isRequired && <span className={styles["optional"]}> optional</span>}
        </h2>
        {item.instructions && <p className={styles["instructions"]}>{item.instructions}</p>}
      </div>
      <div className={styles["came"]}>
        {item.answer && <ItemAnswerText answer={item.answer} />}
        {item.files.length > 0 && (
          <ul className={styles["files"]}>
            {item.files.map((file) => (
              <li key={file.id}>
                <FileChip file={file} onOpen={() => onOpenFile(file.id)} />
              </li>
            ))}
          </ul>
        )}
        {waits && isAllSetAside(item) && (
          <p className={styles["before"]}>All files are set aside. Return the item to ask for it again.</p>
        )}
        {item.state === "returned" && item.reason && <Notice tone="returned">{item.reason}</Notice>}
        {item.state === "submitted" && item.reason && (
          <p className={styles["before"]}>Previously returned: {item.reason}</p>
        )}
        {failure && (
          <Notice tone="waiting" announce>
            {failure.what} {failure.next}
          </Notice>
        )}
        {waits && isReturning && (
          <ReturnForm
            itemTitle={item.title}
            busy={decisions.isBusyWith(item.id)}
            onCancel={() => setReturning(false)}
            onReturn={(reason) => {
              // After a failure the form stays, so the reason is not lost.
              void decisions.decide(item, "return", reason).then((worked) => setReturning(!worked));
            }}
          />
        )}
      </div>
      <div
        ref={group}
        className={styles["decide"]}
        role="group"
        tabIndex={-1}
        aria-label={`Decision on ${item.title}`}
      >
        {waits ? (
          <>
            <VisuallyHidden>Waiting for review</VisuallyHidden>
            <Button
              size="small"
              aria-label={`Return ${item.title}`}
              aria-expanded={isReturning}
              onClick={() => setReturning(!isReturning)}
            >
              Return
            </Button>
            <Button
              size="small"
              aria-label={`Accept ${item.title}`}
              busy={decisions.isBusyWith(item.id)}
              onClick={() => void decisions.decide(item, "accept")}
            >
              Accept
            </Button>
          </>
        ) : (
          <>
            {isOpen && item.isDecided && (
              <Button
                size="small"
                variant="quiet"
                icon={<Undo2 />}
                aria-label={`Undo the decision on ${item.title}`}
                title="Undo this decision"
                onClick={() => void decisions.undo({ itemId: item.id, revision: item.revision })}
              />
            )}
            <StatusChip state={item.state} />
          </>
        )}
      </div>
    </li>
  );
}
