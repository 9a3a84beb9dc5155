import { isAddress } from "@sheaf/contract/email-address";
import { formatDate } from "../../lib/dates.ts";
import type { ErrorSentences } from "../../lib/errors.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Kbd } from "../../ui/layout/kbd.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { Notice } from "../../ui/status/notice.tsx";
import type { Purpose } from "./checks.models.ts";
import type { EditorState } from "./editor.models.ts";
import styles from "./request-editor.module.css";
import { accessText, stillNeeded, summaryText, toSummary } from "./summary.models.ts";

interface ReadyCardProps {
  /** Id of the form that its button submits. */
  formId: string;
  state: EditorState;
  now: Date;
  /** At least one field shows an error. */
  hasErrors: boolean;
  /** The submission in progress. */
  busy: Purpose | null;
  /** Failure of the last attempt, unless a field shows it. */
  refusal: ErrorSentences | null;
  /** Sheaf emails the link; otherwise the sender shares it. */
  isInviting: boolean;
  onInviting: (isInviting: boolean) => void;
  /** One line about the state of saving. */
  saveStatus: string;
  onSave: () => void;
}

/** On a Mac, the key beside the space bar. */
const sendKeys = /Mac|iP(?:hone|ad|od)/.test(navigator.platform) ? "⌘ ↵" : "Ctrl ↵";

const list = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** Summary of the request, with the buttons to send or save it. */
export function ReadyCard(props: ReadyCardProps) {
  const { formId, state, now, hasErrors, busy, refusal, isInviting, onInviting, saveStatus, onSave } = props;
  const recipients = state.recipients.filter(({ email }) => isAddress(email));
  const sendable = { ...state, recipients };
  const needed = stillNeeded(sendable);
  const isComplete = needed.length === 0;
  const isReady = isComplete && !hasErrors;
  const sends = isInviting ? "send" : "share";
  const due = state.due_on === null ? null : formatDate(state.due_on, { now });
  return (
    <Card className={styles["ready"]}>
      <h2>{isReady ? `Ready to ${sends}` : `Before you ${sends} it`}</h2>
      <p className={styles["summary"]}>
        {isReady && summaryText(toSummary(sendable), due)}
        {isComplete && hasErrors && `Fix the marked fields, then ${isInviting ? "send" : "create the link"}.`}
        {!isComplete && `Add ${list.format(needed)}.`}
      </p>
      {refusal && (
        <Notice tone="returned" announce>
          {refusal.what} {refusal.next}
          {refusal.code && ` (${refusal.code})`}
        </Notice>
      )}
      <Checkbox
        className={styles["sharing"]}
        label="I’ll share the link myself"
        checked={!isInviting}
        onChange={(event) => onInviting(!event.target.checked)}
      />
      <div className={styles["ways"]}>
        <Button
          variant="primary"
          block
          type="submit"
          form={formId}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          busy={busy === "send"}
          disabled={busy === "save"}
        >
          {isInviting ? "Send request" : "Create link"} <Kbd onAccent>{sendKeys}</Kbd>
        </Button>
        <Button variant="quiet" block onClick={onSave} busy={busy === "save"} disabled={busy === "send"}>
          Save as draft
        </Button>
      </div>
      <p className={styles["access"]}>{accessText(recipients.length, isInviting)}</p>
      <p className={styles["status"]}>{saveStatus}</p>
    </Card>
  );
}
