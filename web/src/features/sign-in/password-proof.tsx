import { type RefObject, useRef, useState } from "react";
import { Field } from "../../ui/field.tsx";
import { PasswordInput } from "../../ui/password-input.tsx";
import styles from "./sign-in.module.css";

/** A password that is read from its field when it is sent, and kept nowhere. */
export function usePasswordProof() {
  const field = useRef<HTMLInputElement>(null);
  const [mistake, setMistake] = useState<string>();
  /** Hands the password on, or says that there is none. */
  const submit = async (prove: (password: string) => Promise<boolean>): Promise<boolean> => {
    const password = field.current?.value ?? "";
    setMistake(password === "" ? "Type your password." : undefined);
    const done = password !== "" && (await prove(password));
    // The next key replaces a password that was refused.
    if (!done) field.current?.select();
    return done;
  };
  return { field, mistake, submit, forget: () => setMistake(undefined) };
}

interface PasswordProofProps {
  field: RefObject<HTMLInputElement | null>;
  error: string | undefined;
}

/** The field below the address for whoever has set a password. */
export function PasswordProof({ field, error }: PasswordProofProps) {
  return (
    <div className={styles["password"]}>
      <Field label="Password" error={error}>
        <PasswordInput ref={field} name="password" autoComplete="current-password" required autoFocus />
      </Field>
    </div>
  );
}
