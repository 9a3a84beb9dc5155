import { limits } from "@sheaf/contract/limits";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { Button } from "../../../ui/forms/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { TextArea } from "../../../ui/forms/text-area.tsx";
import styles from "../review/return-form.module.css";

const texts = {
  waive: {
    label: "Note on why it isn’t needed",
    hint: "Recipients are no longer asked for this item. They can read the note.",
    submit: "Mark as not needed",
  },
  receive_elsewhere: {
    label: "Note on how you received it",
    hint: "Recipients are no longer asked for this item. They can read the note.",
    submit: "Mark as received",
  },
} as const;

interface NoAnswerFormProps {
  itemTitle: string;
  decision: keyof typeof texts;
  /** Files can be added once the item is marked as received. */
  takesFiles: boolean;
  busy: boolean;
  onDecide: (note: string) => void;
  onCancel: () => void;
}

/** An optional note on a decision that needs no answer. Ctrl+Enter or Cmd+Enter submits. */
export function NoAnswerForm({
  itemTitle,
  decision,
  takesFiles,
  busy,
  onDecide,
  onCancel,
}: NoAnswerFormProps) {
  const [note, setNote] = useState("");
  const [error, setError] = useState<string>();
  const { label, hint, submit: submitLabel } = texts[decision];

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const isTooLong = note.trim().length > limits.reasonLength;
    setError(isTooLong ? `Use up to ${limits.reasonLength} characters.` : undefined);
    if (!isTooLong && !busy) onDecide(note.trim());
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit();
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    onCancel();
  };

  return (
    <form
      className={styles["form"]}
      aria-label={`${submitLabel}: ${itemTitle}`}
      onSubmit={submit}
      onKeyDown={handleKey}
    >
      <Field
        label={label}
        optional
        hint={decision === "receive_elsewhere" && takesFiles ? `${hint} You can add files next.` : hint}
        error={error}
      >
        <TextArea autoFocus rows={2} value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
      <div className={styles["ends"]}>
        <Button size="small" variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="small" variant="primary" type="submit" busy={busy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
