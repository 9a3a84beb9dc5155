import { formatCount } from "../../../lib/format-count.ts";
import type { ErrorSentences } from "../../../lib/errors.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { TextInput } from "../../../ui/forms/text-input.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import type { EditorState } from "../editor.models.ts";
import styles from "../request-editor.module.css";
import type { DueDays } from "./use-due-days.ts";

interface TemplateCardProps {
  state: EditorState;
  due: DueDays;
  busy: boolean;
  /** Failure of the last attempt, unless a field shows it. */
  refusal: ErrorSentences | null;
  /** One line about what is saved where. */
  saveStatus: string;
}

/** Summary of a template, with its due date and the button that saves it. */
export function TemplateCard({ state, due, busy, refusal, saveStatus }: TemplateCardProps) {
  return (
    <aside className={styles["aside"]}>
      <Card className={styles["ready"]}>
        <h2>Template</h2>
        <p className={styles["summary"]}>
          {formatCount(state.items.length, "item")}. Requests you’ve made from it don’t change with it.
        </p>
        {refusal && (
          <Notice tone="returned" announce>
            {refusal.what} {refusal.next}
            {refusal.code && ` (${refusal.code})`}
          </Notice>
        )}
        <div className={styles["due"]}>
          <Field label="Due after" optional hint="Days from the day you use the template." error={due.error}>
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              placeholder="No due date"
              value={due.text}
              onChange={(event) => due.onType(event.target.value)}
              onBlur={due.onLeave}
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
