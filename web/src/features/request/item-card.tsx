import { Undo2 } from "lucide-react";
import { useState } from "react";
import type { Item } from "../../data/items/item.models.ts";
import { useKeptFocus } from "../../lib/use-kept-focus.ts";
import { Button } from "../../ui/button.tsx";
import { StatusChip } from "../../ui/chip.tsx";
import { Notice } from "../../ui/notice.tsx";
import { StatusMark } from "../../ui/status-mark.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { FileChip } from "./file-chip.tsx";
import { ItemAnswerText } from "./item-answer-text.tsx";
import styles from "./item-card.module.css";
import { ReturnForm } from "./return-form.tsx";
import type { ItemDecisions } from "./use-decision.ts";

interface ItemCardProps {
  item: Item;
  decisions: ItemDecisions;
  /** Whether the request still takes decisions. */
  isOpen: boolean;
  onOpenFile: (fileId: string) => void;
}

/** One item with everything that came for it, and the two decisions while it waits for one. */
export function ItemCard({ item, decisions, isOpen, onOpenFile }: ItemCardProps) {
  const [isReturning, setReturning] = useState(false);
  const waits = isOpen && item.state === "submitted";
  const { group, groupProps } = useKeptFocus(item.state);
  const failure = decisions.failureOf(item.id);

  return (
    <li className={styles["item"]} id={`item-${item.id}`} {...groupProps}>
      <StatusMark state={item.state} />
      <div className={styles["asked"]}>
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
        {item.state === "returned" && item.reason && <Notice tone="returned">{item.reason}</Notice>}
        {item.state === "submitted" && item.reason && (
          <p className={styles["before"]}>Returned before: {item.reason}</p>
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
              // A refused return keeps the form, and with it the words.
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
            <VisuallyHidden>Waits for review</VisuallyHidden>
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
                aria-label={`Take back the decision on ${item.title}`}
                title="Take back this decision"
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
