import { newPasswordHint } from "@sheaf/contract/new-password";
import { useEffect, useRef } from "react";
import { useSetPassword } from "../../../data/password/set-password.mutation.ts";
import { errorText } from "../../../lib/errors.ts";
import { InPlace } from "../../../steps/confirm-identity/in-place.tsx";
import { useProven } from "../../../steps/confirm-identity/use-proven.ts";
import { useNewPassword } from "../../../steps/new-password/use-new-password.ts";
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
  const { mistake, check } = useNewPassword();
  const field = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (change.isSuccess) heading.current?.focus();
  }, [change.isSuccess]);

  const submit = async () => {
    if (change.isPending) return;
    const password = field.current?.value ?? "";
    if (await check(password)) change.mutate({ password }, { onError: () => field.current?.focus() });
    else field.current?.focus();
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
      <form
        className={styles["step"]}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
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
