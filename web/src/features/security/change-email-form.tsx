import { addressProblem, storedAddress } from "@sheaf/contract/email-address";
import { type FormEvent, useRef, useState } from "react";
import { useChangeEmail } from "../../data/email-change/change-email.mutation.ts";
import { InPlace } from "../../steps/confirm-identity/in-place.tsx";
import { useProven } from "../../steps/confirm-identity/use-proven.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { TextInput } from "../../ui/forms/text-input.tsx";
import { CardFailure } from "./card-failure.tsx";
import styles from "./security.module.css";

interface ChangeEmailFormProps {
  /** Current address. */
  email: string;
  onCancel: () => void;
  /** Emails have been sent to both addresses. */
  onRequested: () => void;
}

export function ChangeEmailForm({ email, onCancel, onRequested }: ChangeEmailFormProps) {
  const [typed, setTyped] = useState("");
  const [mistake, setMistake] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const change = useProven("email", useChangeEmail());

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    const newEmail = storedAddress(typed);
    const wrong =
      addressProblem(newEmail) ?? (newEmail === email ? "That’s already your address." : undefined);
    setMistake(wrong);
    if (wrong === undefined) change.mutate({ newEmail }, { onSuccess: onRequested });
    else field.current?.focus();
  };

  return (
    <InPlace question={change.question}>
      <form className={styles["panel"]} onSubmit={submit} noValidate>
        <h3>Change your email</h3>
        <div className={styles["form"]}>
          <Field
            label="New email"
            hint="We’ll email both addresses. Your email changes once both have confirmed."
            error={mistake}
          >
            <TextInput
              ref={field}
              type="email"
              name="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setMistake(undefined);
              }}
            />
          </Field>
        </div>
        {change.error && <CardFailure error={change.error} />}
        <div className={styles["actions"]}>
          <Button type="submit" variant="primary" busy={change.isPending}>
            Email both addresses
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </InPlace>
  );
}
