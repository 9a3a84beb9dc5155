import { EmailAddress } from "@sheaf/contract/email-address";
import { type FormEvent, useRef, useState } from "react";
import * as v from "valibot";
import { lastMethod } from "../../lib/sign-in-method.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import type { SignInProblem } from "./sign-in-problem.ts";
import styles from "./sign-in.module.css";

interface EmailStepProps {
  fixedEmail: string | undefined;
  autoFocus: boolean;
  busy: boolean;
  problem: SignInProblem | undefined;
  onSend: (email: string) => Promise<boolean>;
}

const lastTime = {
  code: "Last time you typed the code from the mail here.",
  link: "Last time you opened the link in the mail here.",
};

export function EmailStep({ fixedEmail, autoFocus, busy, problem, onSend }: EmailStepProps) {
  const [typed, setTyped] = useState(fixedEmail ?? "");
  const [mistake, setMistake] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const method = lastMethod();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const email = v.safeParse(EmailAddress, typed);
    setMistake(email.success ? undefined : email.issues[0].message);
    if (email.success) void onSend(email.output);
    else field.current?.focus();
  };

  return (
    <form className={styles["step"]} onSubmit={submit} noValidate>
      <Field label="Your email" error={mistake ?? problem?.text}>
        <TextInput
          ref={field}
          type="email"
          name="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus={autoFocus}
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
