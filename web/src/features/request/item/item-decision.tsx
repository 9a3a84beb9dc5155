import { Ellipsis, Undo2 } from "lucide-react";
import type { RefObject } from "react";
import { Button } from "../../../ui/forms/button.tsx";
import { Menu } from "../../../ui/overlays/menu.tsx";
import { Chip, StatusChip } from "../../../ui/status/chip.tsx";
import { VisuallyHidden } from "../../../ui/theme/visually-hidden.tsx";
import { markedFiles } from "../review/verdicts.models.ts";
import styles from "./item-card.module.css";
import type { ItemProps } from "./item-props.ts";

/** The form that is open below an item, named like the decision it makes. */
export type DecisionForm = "return" | "waive" | "receive_elsewhere";

interface ItemDecisionProps extends ItemProps {
  /** Takes the focus when a button or form goes away. */
  group: RefObject<HTMLDivElement | null>;
  form: DecisionForm | null;
  onForm: (form: DecisionForm | null) => void;
}

/** Accept and return for an item that waits for review, or else its state; and the decisions without an answer. */
export function ItemDecision(props: ItemDecisionProps) {
  const { item, decisions, marks, isOpen, group, form, onForm, onOpenFile } = props;
  const [marked] = markedFiles(item, marks);
  const waits = isOpen && item.state === "submitted";
  return (
    <div
      ref={group}
      className={styles["decide"]}
      role="group"
      tabIndex={-1}
      aria-label={`Decision on ${item.title}`}
    >
      {waits && marked && (
        <Button
          size="small"
          aria-label={`Finish review of ${item.title}`}
          aria-haspopup="dialog"
          onClick={() => onOpenFile(marked.id)}
        >
          Finish review
        </Button>
      )}
      {waits && !marked && (
        <>
          <VisuallyHidden>Waiting for review</VisuallyHidden>
          <Button
            size="small"
            aria-label={`Return ${item.title}`}
            aria-expanded={form === "return"}
            onClick={() => onForm(form === "return" ? null : "return")}
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
      )}
      {!waits && (
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
          {item.state === "missing" && !item.isRequired ? (
            <Chip tone="outline">Optional</Chip>
          ) : (
            <StatusChip state={item.state}>
              {item.isReceivedElsewhere ? "Received another way" : undefined}
            </StatusChip>
          )}
        </>
      )}
      {isOpen && item.state !== "accepted" && item.state !== "waived" && (
        <span className={styles["more"]}>
          <Menu
            label={`More decisions on ${item.title}`}
            variant="quiet"
            size="small"
            items={[
              { label: "Not needed", onSelect: () => onForm("waive") },
              { label: "Received another way", onSelect: () => onForm("receive_elsewhere") },
            ]}
          >
            <Ellipsis aria-hidden="true" />
          </Menu>
        </span>
      )}
    </div>
  );
}
