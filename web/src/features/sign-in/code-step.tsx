import { signInCode } from "@sheaf/contract/sign-in-code";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { CodeInput } from "../../ui/code-input.tsx";
import { Field } from "../../ui/field.tsx";
import { LiveRegion } from "../../ui/visually-hidden.tsx";
import { clockText } from "./countdown.models.ts";
import type { SignInProblem } from "./sign-in-problem.ts";
import styles from "./sign-in.module.css";
import { useSecondsUntil } from "./use-seconds-until.ts";

interface CodeStepProps {
  /** What is known of the mail: that it was sent, or that it was if the address has an account. */
  lead: ReactNode;
  /** Said after another mail was asked for. */
  again: string;
  /** When another mail may be asked for. Milliseconds since 1970. */
  resendAt: number;
  busy: "sending" | "verifying" | undefined;
  problem: SignInProblem | undefined;
  onVerify: (code: string) => Promise<boolean>;
  onResend: () => Promise<boolean>;
  onOtherAddress: (() => void) | undefined;
}

export function CodeStep({
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
  const [said, setSaid] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const wait = useSecondsUntil(resendAt);

  // The next key replaces a code that was refused, without eight presses of the back key.
  useEffect(() => {
    if (problem) field.current?.select();
  }, [problem]);

  const verify = (digits: string) => {
    const complete = digits.length === signInCode.length;
    setMistake(complete ? undefined : `Type all ${signInCode.length} digits of the code.`);
    if (complete && !busy) void onVerify(digits);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    verify(code);
  };
  const resend = async () => {
    setSaid("");
    if (!(await onResend())) return;
    setCode("");
    setSaid(again);
    field.current?.focus();
  };

  return (
    <form className={styles["step"]} onSubmit={submit} noValidate>
      <h1>Check your email</h1>
      <p className={styles["lead"]}>{lead}</p>
      <Field label={`Code, ${signInCode.length} digits`} labelHidden error={mistake ?? problem?.text}>
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
      {said && <p className={styles["hint"]}>{said}</p>}
      <LiveRegion message={said} />
      <p className={styles["aside"]}>
        Opened the link on another device? That works too: it will ask you to confirm there.
      </p>
    </form>
  );
}
