import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../../ui/forms/button.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { PasswordInput } from "../../ui/forms/password-input.tsx";
import styles from "./confirm-identity.module.css";

interface PasswordFormProps {
  email: string;
  busy: boolean;
  problem: string | undefined;
  onSubmit: (password: string) => void;
  /** Additional buttons beside the main one. */
  children: ReactNode;
}

/** The password is read from its field on submit. */
export function PasswordForm({ email, busy, problem, onSubmit, children }: PasswordFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [mistake, setMistake] = useState<string>();
  useEffect(() => {
    if (problem) field.current?.select();
  }, [problem]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const password = field.current?.value ?? "";
    setMistake(password === "" ? "Enter your password." : undefined);
    if (password === "") field.current?.focus();
    else if (!busy) onSubmit(password);
  };
  return (
    <form className={styles["step"]} onSubmit={submit} noValidate>
      {/* For password managers. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field label="Password" error={mistake ?? problem}>
        <PasswordInput ref={field} name="password" autoComplete="current-password" required autoFocus />
      </Field>
      <div className={styles["actions"]}>
        <Button type="submit" variant="primary" busy={busy}>
          Continue
        </Button>
        {children}
      </div>
    </form>
  );
}
