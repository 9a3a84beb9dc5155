import { plainDigits } from "@sheaf/contract/digits";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { errorText } from "../lib/errors.ts";
import { Button } from "../ui/forms/button.tsx";
import { Field } from "../ui/forms/field.tsx";
import { TextInput } from "../ui/forms/text-input.tsx";
import styles from "./backup-code-form.module.css";

interface BackupCodeFormProps {
  busy: boolean;
  /** Of the last code; null without one. */
  error: unknown;
  onSubmit: (code: string) => void;
  /** Additional buttons. */
  children: ReactNode;
}

/** The field for one of the codes that the user has saved. */
export function BackupCodeForm({ busy, error, onSubmit, children }: BackupCodeFormProps) {
  const [mistake, setMistake] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const problem = mistake ?? (error ? errorText(error) : undefined);
  useEffect(() => {
    if (problem) field.current?.select();
  }, [problem]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const code = plainDigits(field.current?.value.trim() ?? "");
    setMistake(code === "" ? "Enter a backup code." : undefined);
    if (code !== "") onSubmit(code);
  };

  return (
    <form className={styles["form"]} onSubmit={submit} noValidate>
      <Field label="Backup code" error={problem}>
        <TextInput
          ref={field}
          name="backup-code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          required
          autoFocus
        />
      </Field>
      <Button type="submit" variant="primary" block busy={busy}>
        Continue
      </Button>
      {children}
    </form>
  );
}
