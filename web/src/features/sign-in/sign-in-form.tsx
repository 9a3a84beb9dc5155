import type { ReactNode } from "react";
import { CodeStep } from "./code-step.tsx";
import { EmailStep } from "./email-step.tsx";
import { useSignIn } from "./use-sign-in.ts";

interface SignInFormProps {
  /** Where the link in the mail leads; a path of our own. */
  next: string;
  /** Heading and words above the address; the second step has its own. */
  intro: ReactNode;
  /** Called once after this form has signed somebody in, when the session store knows. */
  onSignedIn: () => void;
  /** The one address that may be used here. */
  fixedEmail?: string;
  /** Start in the address field, where nothing else is to be read first. */
  autoFocus?: boolean;
}

/** Sign-in by mail: an address, then eight digits or the link. */
export function SignInForm({ next, intro, onSignedIn, fixedEmail, autoFocus = false }: SignInFormProps) {
  const { pending, busy, problem, send, verify, startOver } = useSignIn({ next, onSignedIn });
  if (pending) {
    return (
      <CodeStep
        email={pending.email}
        resendAt={pending.resendAt}
        busy={busy}
        problem={problem}
        onVerify={(code) => verify(pending.email, code)}
        onResend={() => send(pending.email)}
        onOtherAddress={fixedEmail === undefined ? startOver : undefined}
      />
    );
  }
  return (
    <>
      {intro}
      <EmailStep
        autoFocus={autoFocus}
        fixedEmail={fixedEmail}
        busy={busy !== undefined}
        problem={problem}
        onSend={send}
      />
    </>
  );
}
