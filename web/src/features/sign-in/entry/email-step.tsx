import { type FormEvent, type ReactNode, useRef } from "react";
import { useHydrated } from "../../../lib/use-hydrated.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { TextInput } from "../../../ui/forms/text-input.tsx";
import type { SignInProblem } from "../sign-in-problem.ts";
import styles from "../sign-in.module.css";
import { saveTypedAddress, typedAddress } from "./typed-address.ts";

interface EmailStepProps {
  fixedEmail?: string | undefined;
  /** For a field that nothing was typed into. */
  suggestedEmail?: string | undefined;
  autoFocus: boolean;
  autoComplete: "email" | "username" | "username webauthn";
  /** Button label. */
  action: string;
  busy: boolean;
  problem: SignInProblem | undefined;
  /** Receives the text of the field; resolves to true when it went well. */
  onSubmit: (typed: string) => Promise<boolean>;
  /** Shown between the address and the button. */
  proof?: ReactNode;
  /** Shown below the button. */
  children?: ReactNode;
}

/**
 * The field is uncontrolled so that text typed before hydration stays. `method="dialog"` makes a submit before
 * hydration do nothing; `get` and `post` would send the address or lose it. Until hydration the button is marked as
 * disabled, because a press would be lost.
 */
export function EmailStep(props: EmailStepProps) {
  const { fixedEmail, suggestedEmail = "", action, busy, problem, proof, onSubmit } = props;
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
          defaultValue={fixedEmail ?? (hydrated ? typedAddress() || suggestedEmail : "")}
          onChange={(event) => saveTypedAddress(event.target.value)}
        />
      </Field>
      {proof}
      <Button
        type="submit"
        variant="primary"
        block
        busy={busy}
        aria-disabled={!hydrated}
        className={styles["main"]}
      >
        {action}
      </Button>
      {props.children}
    </form>
  );
}
