import { type FormEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { errorText } from "../../lib/errors.ts";
import { useKeeping, useKeptForm } from "../../lib/use-kept-form.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { TextArea } from "../../ui/forms/text-area.tsx";
import styles from "./questions.module.css";

interface MessageFormProps {
  /** Under which the unsent text is kept in this browser. */
  name: string;
  /** Text about a sensitive item isn't kept. */
  isSensitive: boolean;
  label: string;
  hint?: string;
  submitLabel: string;
  /** Characters. */
  longest: number;
  busy: boolean;
  /** Of the last attempt to send; the text stays. */
  error: Error | null;
  /** Rejects if the text couldn't be sent. */
  onSend: (body: string) => Promise<unknown>;
  /** Called once the text is sent or discarded. */
  onClose: () => void;
}

/**
 * One text to send. It outlives the form until it is sent or discarded, because a pause or a decision can remove the
 * form while the user types. Ctrl+Enter or Cmd+Enter submits, Escape closes an empty form.
 */
export function MessageForm(props: MessageFormProps) {
  const { name, isSensitive, label, hint, submitLabel, longest, busy, error, onSend } = props;
  const kept = useKeptForm(name, (content) => (typeof content === "string" ? content : undefined));
  const [body, setBody] = useState(kept.found ?? "");
  const [isOver, setOver] = useState(false);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);

  useKeeping(isOver || isSensitive || body.trim() === "" ? undefined : body, kept.keep);
  // Not before this render, which takes the text out of the browser.
  const onClose = useEffectEvent(props.onClose);
  useEffect(() => {
    if (isOver) onClose();
  }, [isOver]);

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const found = problemWith(body, longest);
    setProblem(found);
    if (found !== undefined) field.current?.focus();
    // A failure is shown as `error`.
    else if (!busy)
      void onSend(body.trim()).then(
        () => setOver(true),
        () => undefined,
      );
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit();
    if (event.key !== "Escape" || body.trim() !== "") return;
    event.preventDefault();
    event.stopPropagation();
    setOver(true);
  };

  return (
    <form className={styles["form"]} onSubmit={submit} onKeyDown={handleKey} noValidate>
      <Field label={label} hint={hint} error={problem ?? (error && errorText(error))}>
        <TextArea
          ref={field}
          autoFocus
          rows={2}
          value={body}
          onChange={(event) => {
            setBody(event.target.value);
            setProblem(undefined);
          }}
        />
      </Field>
      <div className={styles["ends"]}>
        <Button size="small" variant="primary" type="submit" busy={busy}>
          {submitLabel}
        </Button>
        <Button size="small" variant="quiet" onClick={() => setOver(true)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function problemWith(body: string, longest: number): string | undefined {
  const { length } = body.trim();
  if (length === 0) return "Write something first.";
  return length > longest ? `Use up to ${longest.toLocaleString()} characters.` : undefined;
}
