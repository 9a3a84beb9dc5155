import { useEffect, useRef } from "react";
import { isDeclined } from "../../../data/items/answer.models.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Kbd } from "../../../ui/layout/kbd.tsx";
import styles from "./review-panel.module.css";
import type { ReviewEntry } from "./review-queue.models.ts";
import type { ReviewActions } from "./use-review-actions.ts";
import { filesToDecide, returnMarkedText } from "./verdicts.models.ts";

interface ReviewDecisionProps {
  entry: ReviewEntry;
  review: ReviewActions;
  busy: boolean;
}

/** Accept and return, or "Return 1, keep 2" once files are marked. */
export function ReviewDecision({ entry: { item }, review, busy }: ReviewDecisionProps) {
  const { waits, marked, kept } = review;
  const toDecide = filesToDecide(item);
  const [only] = toDecide;
  if (!waits) return <div className={styles["decide"]} />;
  if (marked.length > 0) {
    return (
      <div className={styles["decide"]}>
        <Button size="large" variant="primary" busy={busy} onClick={review.startReturn}>
          {returnMarkedText(marked.length, kept.length)} <Kbd onAccent>R</Kbd>
        </Button>
      </div>
    );
  }
  const declined = isDeclined(item.answer);
  const acceptAnswer = declined ? "Not needed" : "Accept answer";
  const isPart = item.state === "partial";
  const acceptFiles = toDecide.length > 1 ? `Accept all ${toDecide.length}` : only ? "Accept" : acceptAnswer;
  const accept = isPart ? "Accept as complete" : acceptFiles;
  const named = toDecide.length === 1 && only && !isPart ? ` ${only.name}` : "";
  return (
    <div className={styles["decide"]}>
      <Button size="large" variant="primary" busy={busy} title={accept + named} onClick={review.accept}>
        <span className={styles["named"]}>
          {accept}
          <span>{named}</span>
        </span>{" "}
        <Kbd onAccent>A</Kbd>
      </Button>
      <Button size="large" onClick={review.startReturn}>
        {declined ? "Ask again" : "Return with a reason"} <Kbd>R</Kbd>
      </Button>
    </div>
  );
}

/** Gets the focus, so that Enter ends the review. */
export function FinishButton({ onFinish }: { onFinish: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <div className={styles["decide"]}>
      <Button ref={button} size="large" variant="primary" onClick={onFinish}>
        Finish review
      </Button>
    </div>
  );
}
