import type { ErrorSentences } from "../../lib/errors.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { Notice } from "../../ui/status/notice.tsx";
import styles from "./request-editor.module.css";

interface ChangesCardProps {
  isChanged: boolean;
  /** At least one field shows an error. */
  hasErrors: boolean;
  busy: boolean;
  /** Failure of the last attempt, unless a field shows it. */
  refusal: ErrorSentences | null;
  onDiscard: () => void;
}

/** The buttons to save or discard the changes to a sent request. */
export function ChangesCard({ isChanged, hasErrors, busy, refusal, onDiscard }: ChangesCardProps) {
  return (
    <aside className={styles["aside"]}>
      <Card className={styles["ready"]}>
        <h2>{isChanged ? "Unsaved changes" : "No changes yet"}</h2>
        <p className={styles["summary"]}>
          {hasErrors
            ? "Fix the marked fields, then save."
            : "Recipients see which items changed. Files, answers and decisions stay as they are."}
        </p>
        {refusal && (
          <Notice tone="returned" announce>
            {refusal.what} {refusal.next}
            {refusal.code && ` (${refusal.code})`}
          </Notice>
        )}
        <div className={styles["ways"]}>
          <Button variant="primary" block type="submit" busy={busy} disabled={!isChanged}>
            Save changes
          </Button>
          <Button variant="quiet" block onClick={onDiscard} disabled={busy}>
            {isChanged ? "Discard changes" : "Back to the request"}
          </Button>
        </div>
      </Card>
    </aside>
  );
}
