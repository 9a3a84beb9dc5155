import { lazy, Suspense, useState } from "react";
import { isToReview } from "../../../data/items/item.models.ts";
import { useFocusFallback } from "../../../lib/use-focus-fallback.ts";
import { Chip } from "../../../ui/status/chip.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import { itemMark } from "../../../steps/items/item-mark.models.ts";
import { ItemMark } from "../../../steps/items/item-mark.tsx";
import { ReturnForm } from "../review/return-form.tsx";
import { filesToDecide, verdictsOfReturn, waitOrDecideText } from "../review/verdicts.models.ts";
import { UserText } from "../../../ui/layout/user-text.tsx";
import styles from "./item-card.module.css";
import { ItemContent } from "./item-content.tsx";
import { DecisionButtons, ItemDecision, type DecisionForm } from "./item-decision.tsx";
import type { ItemProps } from "./item-props.ts";
import { ItemQuestionsBlock } from "./item-questions-block.tsx";
import { NoAnswerForm } from "./no-answer-form.tsx";

// Few items are handed to someone else, so most pages never load this code.
const HandOffDialog = lazy(async () => ({
  default: (await import("../../../steps/hand-off/hand-off-dialog.tsx")).HandOffDialog,
}));
const HandedLine = lazy(async () => ({
  default: (await import("../../../steps/hand-off/handed-line.tsx")).HandedLine,
}));
// Few items are received another way, so most pages never load the upload code.
const MemberFiles = lazy(async () => ({ default: (await import("./member-files.tsx")).MemberFiles }));

/**
 * One item with everything received for it, and the decisions on it.
 *
 * @param Heading one level deeper within a section.
 */
export function ItemCard({ Heading, ...props }: ItemProps & { Heading: "h2" | "h3" }) {
  const { item, handedTo, decisions, isOpen } = props;
  const [form, setForm] = useState<DecisionForm | null>(null);
  const { group, groupProps } = useFocusFallback(`${item.state} ${form}`);
  const isDecided = item.state === "accepted" || item.state === "waived";
  const failure = decisions.failureOf(item.id);
  // After a failure the form stays, so what was typed is not lost.
  const closeIf = (worked: boolean) => setForm(worked ? null : form);
  const shared = {
    itemTitle: item.title,
    busy: decisions.isBusyWith(item.id),
    onCancel: () => setForm(null),
  };

  return (
    <li className={styles["item"]} id={`item-${item.id}`} {...groupProps}>
      <ItemMark shape={itemMark(item)} />
      <div className={styles["text"]}>
        <Heading>
          <UserText>{item.title}</UserText>
          {!item.isRequired && item.state !== "missing" && (
            <>
              {" "}
              <Chip tone="outline">Optional</Chip>
            </>
          )}
          {item.isSensitive && (
            <>
              {" "}
              <Chip tone="outline">Sensitive</Chip>
            </>
          )}
        </Heading>
        {item.instructions && (
          <UserText as="p" className={styles["instructions"]}>
            {item.instructions}
          </UserText>
        )}
      </div>
      <div className={styles["came"]}>
        <ItemContent {...props} />
        {isOpen && item.state === "partial" && (
          <div className={styles["part"]}>
            <p>{waitOrDecideText(item)}</p>
            <div>
              <DecisionButtons {...props} form={form} onForm={setForm} />
            </div>
          </div>
        )}
        {handedTo && (
          <Suspense>
            <HandedLine item={item} {...handedTo} />
          </Suspense>
        )}
        {isOpen && item.isReceivedElsewhere && item.kind === "file" && (
          <Suspense>
            <MemberFiles item={item} />
          </Suspense>
        )}
        {failure && (
          <Notice tone="waiting" announce>
            {failure.what} {failure.next}
          </Notice>
        )}
        {isOpen && form === "return" && isToReview(item) && (
          <ReturnForm
            {...shared}
            workspaceId={item.workspaceId}
            returned={item.kind === "file" ? "file" : "answer"}
            keepable={filesToDecide(item).length}
            onReturn={(reason, keepsFiles) => {
              const files = verdictsOfReturn(item, { reason, keepsFiles });
              void decisions.decide(item, "return", { reason, files }).then(closeIf);
            }}
          />
        )}
        {isOpen && !isDecided && (form === "waive" || form === "receive_elsewhere") && (
          <NoAnswerForm
            {...shared}
            key={form}
            decision={form}
            takesFiles={item.kind === "file"}
            onDecide={(reason) => void decisions.decide(item, form, { reason }).then(closeIf)}
          />
        )}
        <ItemQuestionsBlock
          {...props}
          form={form === "ask" || form === "note" ? form : null}
          onDone={() => setForm(null)}
        />
        {form === "hand_off" && (
          <Suspense>
            <HandOffDialog item={item} readers="You and all recipients" onClose={() => setForm(null)} />
          </Suspense>
        )}
      </div>
      <ItemDecision {...props} group={group} form={form} onForm={setForm} />
    </li>
  );
}
