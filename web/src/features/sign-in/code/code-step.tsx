import { signInCode } from "@sheaf/contract/sign-in-code";
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "../../../ui/forms/button.tsx";
import { CodeInput } from "../../../ui/forms/code-input.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { LiveRegion } from "../../../ui/theme/visually-hidden.tsx";
import { clockText } from "../../../lib/countdown.ts";
import type { SignInProblem } from "../sign-in-problem.ts";
import styles from "../sign-in.module.css";
import { useSecondsUntil } from "../../../lib/use-seconds-until.ts";

interface CodeStepProps {
  level: 1 | 2;
  /** Says where the code was sent; describes the field. */
  lead: ReactNode;
  /** Announced after another email was requested. */
  again: string;
  /** Time from which another email may be requested. Milliseconds since 1970. */
  resendAt: number;
  busy: "sending" | "verifying" | undefined;
  problem: SignInProblem | undefined;
  onVerify: (code: string) => Promise<boolean>;
  onResend: () => Promise<boolean>;
  onOtherAddress: (() => void) | undefined;
}

export function CodeStep({
  level,
  lead,
  again,
  resendAt,
  busy,
  problem,
  onVerify,
  onResend,
  onOtherAddress,
}: CodeStepProps) {
  const [code, setCode] = useState("");
  const [mistake, setMistake] = useState<string>();
  const [announcement, setAnnouncement] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const wait = useSecondsUntil(resendAt);
  const leadId = useId();
  const Heading = `h${level}` as const;

  // Typing replaces a refused code without eight presses of Backspace.
  useEffect(() => {
    if (problem) field.current?.select();
  }, [problem]);

  const verify = (digits: string) => {
    const complete = digits.length === signInCode.length;
    setMistake(complete ? undefined : `Enter all ${signInCode.length} digits of the code.`);
    if (complete && !busy) void onVerify(digits);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    verify(code);
  };
  const resend = async () => {
    setAnnouncement("");
    if (!(await onResend())) return;
    setCode("");
    setAnnouncement(again);
    field.current?.focus();
  };

  return (
    <form className={styles["step"]} onSubmit={submit} noValidate>
      <Heading>Check your email</Heading>
      <p id={leadId} className={styles["lead"]}>
        {lead}
      </p>
      <Field
        label={`Code, ${signInCode.length} digits`}
        labelHidden
        describedBy={leadId}
        error={mistake ?? problem?.text}
      >
        <CodeInput
          ref={field}
          length={signInCode.length}
          value={code}
          autoFocus
          onChange={(digits) => {
            setCode(digits);
            setMistake(undefined);
          }}
          onComplete={verify}
        />
      </Field>
      <Button type="submit" variant="primary" block busy={busy === "verifying"} className={styles["main"]}>
        Continue
      </Button>
      <div className={styles["others"]}>
        {wait > 0 ? (
          <span className={styles["wait"]}>Send again in {clockText(wait)}</span>
        ) : (
          <button
            type="button"
            className={styles["link"]}
            disabled={busy !== undefined}
            onClick={() => void resend()}
          >
            Send again
          </button>
        )}
        {onOtherAddress && (
          <button type="button" className={styles["link"]} onClick={onOtherAddress}>
            Use another address
          </button>
        )}
      </div>
      {announcement && <p className={styles["hint"]}>{announcement}</p>}
      <LiveRegion message={announcement} />
    </form>
  );
}
