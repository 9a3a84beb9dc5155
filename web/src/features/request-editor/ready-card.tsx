import { formatDate } from "../../lib/dates.ts";
import type { ErrorSentences } from "../../lib/errors.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Purpose } from "./checks.models.ts";
import type { EditorState } from "./editor.models.ts";
import { isAddress } from "./pasted-addresses.models.ts";
import styles from "./request-editor.module.css";
import { accessWords, stillNeeded, summaryWords, toSummary } from "./summary.models.ts";

interface ReadyCardProps {
  state: EditorState;
  now: Date;
  /** Whether anything is marked as wrong at its field. */
  hasErrors: boolean;
  /** What is being done right now. */
  busy: Purpose | null;
  /** Why the last attempt failed, where no field is to blame. */
  refusal: ErrorSentences | null;
  onKeep: () => void;
}

const list = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** What would be sent if it were sent now, and the two ways out. */
export function ReadyCard({ state, now, hasErrors, busy, refusal, onKeep }: ReadyCardProps) {
  const recipients = state.recipients.filter(({ email }) => isAddress(email));
  const sendable = { ...state, recipients };
  const needed = stillNeeded(sendable);
  const isComplete = needed.length === 0;
  const isReady = isComplete && !hasErrors;
  const due = state.dueOn === null ? null : formatDate(state.dueOn, { now });
  return (
    <aside className={styles["aside"]}>
      <Card className={styles["ready"]}>
        <h2>{isReady ? "Ready to send" : "Not ready yet"}</h2>
        <p className={styles["summary"]}>
          {isReady && summaryWords(toSummary(sendable), due)}
          {isComplete && hasErrors && "Put right what is marked, then send."}
          {!isComplete && `Still needed: ${list.format(needed)}.`}
        </p>
        {refusal && (
          <Notice tone="returned" announce>
            {refusal.what} {refusal.next}
            {refusal.code && ` (${refusal.code})`}
          </Notice>
        )}
        <div className={styles["ways"]}>
          <Button variant="primary" block type="submit" busy={busy === "send"} disabled={busy === "keep"}>
            Send request
          </Button>
          <Button variant="quiet" block onClick={onKeep} busy={busy === "keep"} disabled={busy === "send"}>
            Keep as draft
          </Button>
        </div>
        <p className={styles["access"]}>{accessWords(recipients.length)}</p>
      </Card>
    </aside>
  );
}
