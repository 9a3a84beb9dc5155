import { NewPassword, newPasswordHint } from "@sheaf/contract/new-password";
import { type FormEvent, useEffect, useRef, useState } from "react";
import * as v from "valibot";
import { setPassword } from "../../../data/password/set-password.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { PasswordInput } from "../../../ui/forms/password-input.tsx";
import { LiveRegion } from "../../../ui/theme/visually-hidden.tsx";
import styles from "../sign-in.module.css";

interface ResetPasswordProps {
  email: string;
  onContinue: () => void;
  /** Signs out of the session that the reset created. */
  onCancel: () => Promise<void>;
}

export function ResetPassword({ email, onContinue, onCancel }: ResetPasswordProps) {
  const [state, setState] = useState<"asking" | "saving" | "done">("asking");
  const [mistake, setMistake] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (state === "done") heading.current?.focus();
  }, [state]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (state === "saving") return;
    const password = v.safeParse(NewPassword, field.current?.value);
    setMistake(password.success ? undefined : password.issues[0].message);
    if (!password.success) return field.current?.focus();
    setState("saving");
    try {
      await setPassword({ password: password.output });
      setState("done");
    } catch (error) {
      const { what, next } = errorSentences(error);
      setMistake(`${what} ${next}`);
      setState("asking");
      field.current?.focus();
    }
  };

  if (state === "done") {
    return (
      <>
        <h1 ref={heading} tabIndex={-1}>
          Your new password is set
        </h1>
        <p className={styles["lead"]}>You're signed in here. All other devices have been signed out.</p>
        <Button variant="primary" block onClick={onContinue}>
          Continue
        </Button>
        <LiveRegion message="Your new password is set. All other devices have been signed out." />
      </>
    );
  }
  return (
    <form className={styles["step"]} onSubmit={(event) => void submit(event)} noValidate>
      <h1>Choose a new password</h1>
      <p className={styles["lead"]}>
        For <b>{email}</b>. All other devices will be signed out.
      </p>
      {/* For password managers. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field label="New password" hint={newPasswordHint} error={mistake}>
        <PasswordInput ref={field} name="new-password" autoComplete="new-password" required autoFocus />
      </Field>
      <Button type="submit" variant="primary" block busy={state === "saving"} className={styles["main"]}>
        Set password
      </Button>
      <Button variant="quiet" block className={styles["main"]} onClick={() => void onCancel()}>
        Cancel and sign out
      </Button>
    </form>
  );
}
