import { type RefObject, useRef, useState } from "react";
import { Field } from "../../../ui/forms/field.tsx";
import { PasswordInput } from "../../../ui/forms/password-input.tsx";
import styles from "../sign-in.module.css";

/** The password is read from its field on submit and never held in state. */
export function usePasswordProof() {
  const field = useRef<HTMLInputElement>(null);
  const [mistake, setMistake] = useState<string>();
  /** Resolves to false when the field is empty or the password was refused. */
  const submit = async (prove: (password: string) => Promise<boolean>): Promise<boolean> => {
    const password = field.current?.value ?? "";
    setMistake(password === "" ? "Enter your password." : undefined);
    const done = password !== "" && (await prove(password));
    // Typing replaces a refused password.
    if (!done) field.current?.select();
    return done;
  };
  return { field, mistake, submit, forget: () => setMistake(undefined) };
}

interface PasswordProofProps {
  field: RefObject<HTMLInputElement | null>;
  error: string | undefined;
}

export function PasswordProof({ field, error }: PasswordProofProps) {
  return (
    <div className={styles["password"]}>
      <Field label="Password" error={error}>
        <PasswordInput ref={field} name="password" autoComplete="current-password" required autoFocus />
      </Field>
    </div>
  );
}
