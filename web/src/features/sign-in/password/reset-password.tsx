import { NewPassword, newPasswordHint } from "@sheaf/contract/new-password";
import { type FormEvent, useEffect, useRef, useState } from "react";
import * as v from "valibot";
import { useSetPassword } from "../../../data/password/set-password.mutation.ts";
import { errorText } from "../../../lib/errors.ts";
import { InPlace } from "../../../steps/confirm-identity/in-place.tsx";
import { useProven } from "../../../steps/confirm-identity/use-proven.ts";
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
  const change = useProven("password", useSetPassword());
  const [mistake, setMistake] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (change.isSuccess) heading.current?.focus();
  }, [change.isSuccess]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    const password = v.safeParse(NewPassword, field.current?.value);
    setMistake(password.success ? undefined : password.issues[0].message);
    if (!password.success) return field.current?.focus();
    change.mutate({ password: password.output }, { onError: () => field.current?.focus() });
  };

  if (change.isSuccess) {
    return (
      <>
        <h1 ref={heading} tabIndex={-1}>
          Your new password is set
        </h1>
        <p className={styles["lead"]}>You’re signed in here. All other devices have been signed out.</p>
        <Button variant="primary" block onClick={onContinue}>
          Continue
        </Button>
        <LiveRegion message="Your new password is set. All other devices have been signed out." />
      </>
    );
  }
  return (
    <InPlace question={change.question} level={1}>
      <form className={styles["step"]} onSubmit={submit} noValidate>
        <h1>Choose a new password</h1>
        <p className={styles["lead"]}>
          For <b translate="no">{email}</b>. All other devices will be signed out.
        </p>
        {/* For password managers. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <Field
          label="New password"
          hint={newPasswordHint}
          error={mistake ?? (change.error ? errorText(change.error) : undefined)}
        >
          <PasswordInput ref={field} name="new-password" autoComplete="new-password" required autoFocus />
        </Field>
        <Button type="submit" variant="primary" block busy={change.isPending} className={styles["main"]}>
          Set password
        </Button>
        <Button variant="quiet" block className={styles["main"]} onClick={() => void onCancel()}>
          Cancel and sign out
        </Button>
      </form>
    </InPlace>
  );
}
