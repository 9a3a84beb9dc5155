import { limits } from "@sheaf/contract/limits";
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import styles from "./return-form.module.css";

/** What is most often wrong with what people send, as one would say it to them. */
const phrases = [
  "Some pages are missing.",
  "It is hard to read. Please take the photo again in good light.",
  "This is another document than the one we need.",
  "It is out of date. Please send the newest one.",
  "It is locked with a password. Please send it without.",
];

interface ReturnFormProps {
  itemTitle: string;
  busy: boolean;
  onReturn: (reason: string) => void;
  onCancel: () => void;
}

/** Why an item goes back: own words, or a phrase to begin from. Ctrl or Cmd with Enter sends. */
export function ReturnForm({ itemTitle, busy, onReturn, onCancel }: ReturnFormProps) {
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const problem = problemWith(reason);
    setError(problem);
    if (problem) field.current?.focus();
    else if (!busy) onReturn(reason.trim());
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit();
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    onCancel();
  };

  return (
    <form className={styles["form"]} onSubmit={submit} onKeyDown={handleKey}>
      <Field label={`Why does “${itemTitle}” go back?`} error={error}>
        <TextArea
          ref={field}
          autoFocus
          rows={2}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <div className={styles["phrases"]} role="group" aria-label="Phrases">
        {phrases.map((phrase) => (
          <button
            key={phrase}
            type="button"
            onClick={() => {
              setReason((written) => (written.trim() === "" ? phrase : `${written.trim()} ${phrase}`));
              field.current?.focus();
            }}
          >
            {phrase}
          </button>
        ))}
      </div>
      <div className={styles["ends"]}>
        <Button size="small" variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="small" variant="primary" type="submit" busy={busy}>
          Return with this reason
        </Button>
      </div>
    </form>
  );
}

function problemWith(reason: string): string | undefined {
  const { length } = reason.trim();
  if (length === 0) return "Write what they should do differently.";
  return length > limits.reasonLength ? `Keep it to ${limits.reasonLength} characters.` : undefined;
}
