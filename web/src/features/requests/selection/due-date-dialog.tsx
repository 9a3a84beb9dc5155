import { type FormEvent, useId, useState } from "react";
import type { RequestSummary } from "../../../data/requests/request-summary.models.ts";
import { isoDay } from "../../../lib/dates.ts";
import { formatCount } from "../../../lib/format-count.ts";
import { useNow } from "../../../lib/now.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { TextInput } from "../../../ui/forms/text-input.tsx";
import { Dialog, focusOnOpen } from "../../../ui/overlays/dialog.tsx";
import { commonDueDate, dueDateNotes, dueDateProblem } from "./due-date-dialog.models.ts";
import styles from "./due-date-dialog.module.css";

interface DueDateDialogProps {
  requests: readonly RequestSummary[];
  /** Selected requests that have ended. */
  leftOut: number;
  onClose: () => void;
  /** @param dueOn null removes it. */
  onChange: (dueOn: string | null) => void;
}

/** Sets one due date for all requests, or removes theirs, and says who will be emailed. */
export function DueDateDialog({ requests, leftOut, onClose, onChange }: DueDateDialogProps) {
  const formId = useId();
  const today = isoDay(useNow());
  const [day, setDay] = useState(() => commonDueDate(requests, today) ?? "");
  const [problem, setProblem] = useState<string>();
  const [only, second] = requests;
  const subject = only && !second ? `“${only.title}”` : formatCount(requests.length, "request");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = dueDateProblem(day, today);
    setProblem(found);
    if (found === undefined) onChange(day);
  };
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={`Due date for ${subject}`}
      footer={
        <>
          {requests.some(({ dueOn }) => dueOn !== null) ? (
            <Button onClick={() => onChange(null)}>Remove due date</Button>
          ) : (
            <Button onClick={onClose}>Cancel</Button>
          )}
          <Button variant="primary" type="submit" form={formId}>
            Set due date
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={styles["form"]} onSubmit={submit}>
        {dueDateNotes(requests, leftOut).map((note) => (
          <p key={note}>{note}</p>
        ))}
        <Field label="Due date" error={problem}>
          <TextInput
            ref={focusOnOpen}
            type="date"
            min={today}
            value={day}
            onChange={(event) => {
              setDay(event.target.value);
              setProblem(undefined);
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}
