import type { Decision } from "@sheaf/contract/states";
import { Ellipsis, Undo2 } from "lucide-react";
import type { RefObject } from "react";
import { isDeclined } from "../../../data/items/answer.models.ts";
import { formatCount } from "../../../lib/format-count.ts";
import { Link } from "../../../lib/navigation.tsx";
import { Button, buttonClass } from "../../../ui/forms/button.tsx";
import { Menu } from "../../../ui/overlays/menu.tsx";
import { VisuallyHidden } from "../../../ui/theme/visually-hidden.tsx";
import { fromRequest, reviewHref } from "../review/review-address.ts";
import { markedFiles } from "../review/verdicts.models.ts";
import { ItemChip } from "./item-chip.tsx";
import styles from "./item-card.module.css";
import { filesToDownload } from "./use-item-download.ts";
import type { ItemProps } from "./item-props.ts";

/** The form that is open below an item, named after its action. */
export type DecisionForm = "return" | "waive" | "receive_elsewhere" | "ask" | "note" | "hand_off";

interface ItemDecisionProps extends ItemProps {
  /** Takes the focus when a button or form goes away. */
  group: RefObject<HTMLDivElement | null>;
  form: DecisionForm | null;
  onForm: (form: DecisionForm | null) => void;
}

const canHandOff = ({ item: { state }, handedTo }: ItemProps) =>
  handedTo === null && state !== "accepted" && state !== "waived";

function downloadable({ item, onDownload }: ItemProps) {
  const count = filesToDownload(item).length;
  return count === 0
    ? []
    : [{ label: `Download ${formatCount(count, "file")}`, onSelect: () => onDownload(item) }];
}

interface OfferedDecisions {
  accept: { decision: Decision; label: string; name: string };
  return: { label: string; name: string };
}

/** The two decisions on what was sent. Accepting a reason for no answer means that the item isn't needed. */
function decisionsOn({ title, answer, state }: ItemProps["item"]): OfferedDecisions {
  if (isDeclined(answer)) {
    return {
      accept: { decision: "waive", label: "Not needed", name: `Not needed: ${title}` },
      return: { label: "Ask again", name: `Ask again for ${title}` },
    };
  }
  return {
    accept:
      state === "partial"
        ? { decision: "accept", label: "Accept as complete", name: `Accept as complete: ${title}` }
        : { decision: "accept", label: "Accept", name: `Accept ${title}` },
    return: { label: "Return", name: `Return ${title}` },
  };
}

/** The decisions on what was sent, or the way to a review that has been started. */
export function DecisionButtons(props: Omit<ItemDecisionProps, "group">) {
  const { item, decisions, marks, form, onForm } = props;
  const [marked] = markedFiles(item, marks);
  const on = decisionsOn(item);
  if (marked) {
    return (
      <Link
        className={buttonClass({ size: "small" })}
        aria-label={`Finish review of ${item.title}`}
        to={reviewHref({ id: item.requestId, item: item.id, file: marked.id })}
        state={fromRequest}
      >
        Finish review
      </Link>
    );
  }
  return (
    <>
      <Button
        size="small"
        aria-label={on.return.name}
        aria-expanded={form === "return"}
        onClick={() => onForm(form === "return" ? null : "return")}
      >
        {on.return.label}
      </Button>
      <Button
        size="small"
        aria-label={on.accept.name}
        busy={decisions.isBusyWith(item.id)}
        onClick={() => void decisions.decide(item, on.accept.decision)}
      >
        {on.accept.label}
      </Button>
    </>
  );
}

/** Accept and return for an item that is complete, or else its state; and the decisions without an answer. */
export function ItemDecision(props: ItemDecisionProps) {
  const { item, decisions, marks, isOpen, takesMessages, group, onForm } = props;
  // Those on a part of the files stand below the files.
  const waits = isOpen && item.state === "submitted";
  return (
    <div
      ref={group}
      className={styles["decide"]}
      role="group"
      tabIndex={-1}
      aria-label={`Decision on ${item.title}`}
    >
      {waits && (
        <>
          {markedFiles(item, marks).length === 0 && <VisuallyHidden>Waiting for review</VisuallyHidden>}
          <DecisionButtons {...props} />
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
          <ItemChip item={item} isOpen={isOpen} />
        </>
      )}
      {(isOpen || downloadable(props).length > 0) && (
        <span className={styles["more"]}>
          <Menu
            label={`More actions on ${item.title}`}
            variant="quiet"
            size="small"
            items={[
              ...(!isOpen || item.state === "accepted" || item.state === "waived"
                ? []
                : ([
                    {
                      label: isDeclined(item.answer) ? "Not needed, with a note" : "Not needed",
                      onSelect: () => onForm("waive"),
                    },
                    { label: "Received another way", onSelect: () => onForm("receive_elsewhere") },
                  ] as const)),
              ...(takesMessages ? [{ label: "Ask a question", onSelect: () => onForm("ask") }] : []),
              ...(takesMessages && canHandOff(props)
                ? [{ label: "Ask someone else for this", onSelect: () => onForm("hand_off") }]
                : []),
              ...(isOpen ? [{ label: "Add a note", onSelect: () => onForm("note") }] : []),
              ...downloadable(props),
            ]}
          >
            <Ellipsis aria-hidden="true" />
          </Menu>
        </span>
      )}
    </div>
  );
}
