import { signInCode } from "@sheaf/contract/sign-in-code";
import type { ReactNode } from "react";
import { clockText } from "../../lib/countdown.ts";
import { useSecondsUntil } from "../../lib/use-seconds-until.ts";
import { CodeForm } from "../../ui/forms/code-form.tsx";
import { Notice } from "../../ui/status/notice.tsx";
import { LiveRegion } from "../../ui/theme/visually-hidden.tsx";
import styles from "./confirm-identity.module.css";
import type { useEmailedCode } from "./use-emailed-code.ts";

interface EmailedCodeProps {
  email: string;
  emailed: ReturnType<typeof useEmailedCode>;
  busy: boolean;
  problem: string | undefined;
  onSubmit: (code: string) => void;
  /** Additional buttons beside the main one. */
  children: ReactNode;
}

export function EmailedCode({ email, emailed, busy, problem, onSubmit, children }: EmailedCodeProps) {
  const again = emailed.resent > 0 ? `We sent a new code to ${email}. Earlier codes no longer work.` : "";
  return (
    <>
      {(emailed.isSent || !emailed.problem) && (
        <p>
          {again || (
            <>
              {emailed.isSent ? "We sent a code to" : "Sending a code to"} <b translate="no">{email}</b>.
            </>
          )}
        </p>
      )}
      {emailed.problem && (
        <Notice tone="returned" announce>
          {emailed.problem}
        </Notice>
      )}
      <CodeForm
        // A new email empties the field.
        key={emailed.resent}
        label={`Code, ${signInCode.length} digits`}
        labelHidden
        length={signInCode.length}
        action="Continue"
        primary
        autoFocus
        busy={busy}
        problem={problem}
        onSubmit={onSubmit}
      >
        {children}
      </CodeForm>
      <LiveRegion message={again} />
    </>
  );
}

/** Shows how long to wait for another email, and then a button for it. Keyed by `resendAt`, it counts from now on. */
export function Resend({ emailed: { isSending, resendAt, resend } }: Pick<EmailedCodeProps, "emailed">) {
  const wait = useSecondsUntil(resendAt);
  if (wait > 0) return <span className={styles["wait"]}>Send again in {clockText(wait)}</span>;
  return (
    <button type="button" className={styles["link"]} disabled={isSending} onClick={() => void resend()}>
      Send again
    </button>
  );
}
