import { type FormEvent, type ReactNode, useRef } from "react";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import type { SignInProblem } from "./sign-in-problem.ts";
import styles from "./sign-in.module.css";
import { keepTypedAddress, typedAddress } from "./typed-address.ts";

interface EmailStepProps {
  fixedEmail?: string | undefined;
  autoFocus: boolean;
  /** The browser may offer addresses, or whole ways to sign in. */
  autoComplete: "email" | "username" | "username webauthn";
  /** On the button. */
  action: string;
  busy: boolean;
  problem: SignInProblem | undefined;
  /** With what stands in the field. Says whether it went well. */
  onSubmit: (typed: string) => Promise<boolean>;
  /** Between the address and the button. */
  proof?: ReactNode;
  /** Below the button. */
  children?: ReactNode;
}

/**
 * The address that every way in begins with. Its field is the browser's own and not a copy of React's state: what is
 * typed before the scripts arrive stays. A press before they do goes nowhere, which is what `dialog` means outside of
 * one; any other method would send the address or lose it.
 */
export function EmailStep(props: EmailStepProps) {
  const { fixedEmail, action, busy, problem, proof, onSubmit } = props;
  const hydrated = useHydrated();
  const field = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const done = await onSubmit(field.current?.value ?? "");
    if (!done && !proof) field.current?.focus();
  };

  return (
    <form className={styles["step"]} method="dialog" onSubmit={(event) => void submit(event)} noValidate>
      <Field
        label="Your email"
        error={problem && (!proof || problem.code === "address") ? problem.text : undefined}
      >
        <TextInput
          ref={field}
          type="email"
          name="email"
          autoComplete={props.autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus={props.autoFocus}
          readOnly={fixedEmail !== undefined}
          defaultValue={fixedEmail ?? (hydrated ? typedAddress() : "")}
          onChange={(event) => keepTypedAddress(event.target.value)}
        />
      </Field>
      {proof}
      <Button type="submit" variant="primary" block busy={busy} className={styles["main"]}>
        {action}
      </Button>
      {props.children}
    </form>
  );
}
