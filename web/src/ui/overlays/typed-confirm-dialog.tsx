import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { Field } from "../forms/field.tsx";
import { TextInput } from "../forms/text-input.tsx";
import type { ErrorStateText } from "../status/error-state.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import type { DialogStep } from "./dialog.tsx";
import { isTyped } from "./typed-text.models.ts";
import styles from "./typed-confirm-dialog.module.css";

interface TypedConfirmDialogProps {
  title: ReactNode;
  /** Label of the cancel button, for example "Keep it". */
  cancelLabel: string;
  confirmLabel: string;
  /** The text to type; case and surrounding spaces don't matter. */
  expected: string;
  /** Shown when something else was typed. */
  mismatch: string;
  type?: "text" | "email";
  busy: boolean;
  failure: ErrorStateText | null;
  step: DialogStep | undefined;
  onConfirm: () => void;
  onClose: () => void;
  /** Paragraphs that say what will be deleted. */
  children: ReactNode;
}

/** Asks for a typed text before something large is deleted. */
export function TypedConfirmDialog({
  expected,
  mismatch,
  type = "text",
  busy,
  onConfirm,
  children,
  ...dialog
}: TypedConfirmDialogProps) {
  const [typed, setTyped] = useState("");
  const [isWrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const confirm = () => {
    if (busy) return;
    const matches = isTyped(typed, expected);
    setWrong(!matches);
    if (matches) onConfirm();
    else field.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm();
  };
  return (
    <ConfirmDialog {...dialog} open busy={busy} onConfirm={confirm}>
      <form className={styles["form"]} onSubmit={submit} noValidate>
        {children}
        <Field
          label={
            <>
              Type <span className={styles["expected"]}>{expected}</span> to confirm
            </>
          }
          error={isWrong && mismatch}
        >
          <TextInput
            ref={field}
            type={type}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setWrong(false);
            }}
          />
        </Field>
      </form>
    </ConfirmDialog>
  );
}
