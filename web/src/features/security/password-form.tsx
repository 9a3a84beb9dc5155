import { newPasswordHint } from "@sheaf/contract/new-password";
import { useRef, useState } from "react";
import { useSetPassword } from "../../data/password/set-password.mutation.ts";
import { errorText, toAppError } from "../../lib/errors.ts";
import { InPlace } from "../../steps/confirm-identity/in-place.tsx";
import { useProven } from "../../steps/confirm-identity/use-proven.ts";
import { useNewPassword } from "../../steps/new-password/use-new-password.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { PasswordInput } from "../../ui/forms/password-input.tsx";
import { CardFailure } from "./card-failure.tsx";
import styles from "./security.module.css";

interface PasswordFormProps {
  email: string;
  onCancel: () => void;
  onSet: () => void;
}

export function PasswordForm({ email, onCancel, onSet }: PasswordFormProps) {
  const [password, setPassword] = useState("");
  const { mistake, check, forget } = useNewPassword();
  const field = useRef<HTMLInputElement>(null);
  const change = useProven("password", useSetPassword());

  const submit = async () => {
    if (change.isPending) return;
    if (await check(password)) change.mutate({ password }, { onSuccess: onSet });
    else field.current?.focus();
  };
  const refused = change.error && concernsPassword(change.error) ? errorText(change.error) : undefined;

  return (
    <InPlace question={change.question}>
      <form
        className={styles["panel"]}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <h3>Choose a password</h3>
        {/* For password managers. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <div className={styles["form"]}>
          <Field
            label="New password"
            hint={`${newPasswordHint} Your other devices will be signed out.`}
            error={mistake ?? refused}
          >
            <PasswordInput
              ref={field}
              name="new-password"
              autoComplete="new-password"
              autoFocus
              value={password}
              onChange={(event) => {
                setPassword(event.target.value);
                forget();
              }}
            />
          </Field>
        </div>
        {change.error && !refused && <CardFailure error={change.error} />}
        <div className={styles["actions"]}>
          <Button type="submit" variant="primary" busy={change.isPending}>
            Set password
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </InPlace>
  );
}

function concernsPassword(error: unknown): boolean {
  const { code } = toAppError(error);
  return code.startsWith("weak_password") || code === "same_password";
}
