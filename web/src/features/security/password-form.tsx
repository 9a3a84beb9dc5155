import { NewPassword, newPasswordHint } from "@sheaf/contract/new-password";
import { signInCode } from "@sheaf/contract/sign-in-code";
import { type FormEvent, useRef, useState } from "react";
import * as v from "valibot";
import { errorText, toAppError } from "../../lib/errors.ts";
import { Button } from "../../ui/forms/button.tsx";
import { CodeInput } from "../../ui/forms/code-input.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { PasswordInput } from "../../ui/forms/password-input.tsx";
import { CardFailure } from "./card-failure.tsx";
import { CardStatus } from "./card-status.tsx";
import { usePasswordChange } from "./use-password-change.ts";
import styles from "./security.module.css";

interface PasswordFormProps {
  email: string;
  onCancel: () => void;
  onSet: () => void;
}

/** Asks for an emailed code too if the service requires reauthentication. */
export function PasswordForm({ email, onCancel, onSet }: PasswordFormProps) {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [mistake, setMistake] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const change = usePasswordChange({ onSet });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const chosen = v.safeParse(NewPassword, password);
    setMistake(chosen.success ? undefined : chosen.issues[0].message);
    if (chosen.success) change.send({ password: chosen.output, code });
    else field.current?.focus();
  };
  const refused = change.error ? placeOf(change.error) : undefined;
  const sentence = change.error ? errorText(change.error) : undefined;

  return (
    <form className={styles["panel"]} onSubmit={submit} noValidate>
      <h3>Choose a password</h3>
      {/* For password managers. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <div className={styles["form"]}>
        <Field
          label="New password"
          hint={`${newPasswordHint} Your other devices will be signed out.`}
          error={mistake ?? (refused === "password" ? sentence : undefined)}
        >
          <PasswordInput
            ref={field}
            name="new-password"
            autoComplete="new-password"
            autoFocus
            value={password}
            onChange={(event) => {
              setPassword(event.target.value);
              setMistake(undefined);
            }}
          />
        </Field>
        {change.asksForCode && (
          <Field
            label={`Code, ${signInCode.length} digits`}
            hint="You signed in a while ago, so we emailed you a code to confirm it's you."
            error={refused === "code" ? sentence : undefined}
          >
            <CodeInput length={signInCode.length} value={code} autoFocus onChange={setCode} />
          </Field>
        )}
      </div>
      {change.error && refused === "card" && <CardFailure error={change.error} />}
      <CardStatus message={change.announcement} />
      <div className={styles["actions"]}>
        <Button type="submit" variant="primary" busy={change.busy}>
          Set password
        </Button>
        {change.asksForCode && (
          <Button onClick={change.resendCode} busy={change.resending}>
            Send another code
          </Button>
        )}
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Part of the form that the error belongs to. */
function placeOf(error: unknown): "password" | "code" | "card" {
  const { code } = toAppError(error);
  if (code.startsWith("weak_password") || code === "same_password") return "password";
  return code === "reauthentication_not_valid" || code === "reauth_nonce_missing" ? "code" : "card";
}
