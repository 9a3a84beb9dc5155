import { EmailAddress } from "@sheaf/contract/email-address";
import { type FormEvent, useState } from "react";
import * as v from "valibot";
import { type AppError, errorSentences } from "../../lib/errors.ts";
import { lastMethod } from "../../lib/sign-in-method.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import styles from "./sign-in.module.css";

interface EmailStepProps {
  fixedEmail: string | undefined;
  busy: boolean;
  error: AppError | undefined;
  onSend: (email: string) => Promise<boolean>;
}

const lastTime = {
  code: "Last time you typed the code from the mail here.",
  link: "Last time you opened the link in the mail here.",
};

export function EmailStep({ fixedEmail, busy, error, onSend }: EmailStepProps) {
  const [typed, setTyped] = useState(fixedEmail ?? "");
  const [problem, setProblem] = useState<string>();
  const method = lastMethod();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const email = v.safeParse(EmailAddress, typed);
    setProblem(email.success ? undefined : email.issues[0].message);
    if (email.success) void onSend(email.output);
  };

  const failed = error && errorSentences(error);
  return (
    <form className={styles["step"]} onSubmit={submit} noValidate>
      <Field label="Your email" error={problem ?? (failed && `${failed.what} ${failed.next}`)}>
        <TextInput
          type="email"
          name="email"
          autoComplete="username email"
          autoCapitalize="none"
          spellCheck={false}
          required
          readOnly={fixedEmail !== undefined}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" block busy={busy} className={styles["main"]}>
        Send me a code
      </Button>
      {method && <p className={styles["hint"]}>{lastTime[method]}</p>}
    </form>
  );
}
