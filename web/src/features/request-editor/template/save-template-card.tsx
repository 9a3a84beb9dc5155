import { readWholeNumber } from "@sheaf/contract/digits";
import { limits } from "@sheaf/contract/limits";
import { formatCount } from "../../../lib/format-count.ts";
import type { ErrorSentences } from "../../../lib/errors.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { TextInput } from "../../../ui/forms/text-input.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import styles from "../request-editor.module.css";

interface SaveTemplateCardProps {
  /** Number of items in the template. */
  items: number;
  /** From the use of the template to the due date; null for none. */
  dueAfterDays: number | null;
  dueError: string | undefined;
  onDue: (days: number | null) => void;
  busy: boolean;
  /** Failure of the last attempt, unless a field shows it. */
  refusal: ErrorSentences | null;
  /** One line about the state of saving. */
  saveStatus: string;
}

/** Summary of a template, with its due date and the button that saves it. */
export function SaveTemplateCard(props: SaveTemplateCardProps) {
  const { items, dueAfterDays, dueError, onDue, busy, refusal, saveStatus } = props;
  return (
    <aside className={styles["aside"]}>
      <Card className={styles["ready"]}>
        <h2>Template</h2>
        <p className={styles["summary"]}>
          {formatCount(items, "item")}. Changes don’t affect requests already made from it.
        </p>
        {refusal && (
          <Notice tone="returned" announce>
            {refusal.what} {refusal.next}
            {refusal.code && ` (${refusal.code})`}
          </Notice>
        )}
        <div className={styles["due"]}>
          <Field
            label="Due after (days)"
            optional
            hint="Counted from the day you use the template."
            error={dueError}
          >
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              placeholder="No due date"
              maxLength={String(limits.templateDueDays).length}
              value={dueAfterDays ?? ""}
              onChange={({ target }) => {
                const typed = readWholeNumber(target.value);
                if (target.value === "" || !Number.isNaN(typed)) onDue(target.value === "" ? null : typed);
              }}
              onKeyDown={(event) => {
                // Enter in a single-line field saves nothing by surprise.
                if (event.key === "Enter") event.preventDefault();
              }}
            />
          </Field>
        </div>
        <div className={styles["ways"]}>
          <Button variant="primary" block type="submit" busy={busy}>
            Save template
          </Button>
        </div>
        <p className={styles["status"]}>{saveStatus}</p>
      </Card>
    </aside>
  );
}
