import { CodeStep } from "./code-step.tsx";
import type { useSignIn } from "./use-sign-in.ts";
import type { PendingMail } from "./pending-mail.ts";

interface MailedCodeProps {
  pending: PendingMail;
  signIn: ReturnType<typeof useSignIn>;
  /** The mail went out only if the address has an account, and nobody here may learn whether it has. */
  maybe?: boolean;
  /** The one address that may be used here. */
  fixed?: boolean;
}

/** The code that was mailed, with the words for a mail that surely or maybe went out. */
export function MailedCode({ pending, signIn, maybe = false, fixed = false }: MailedCodeProps) {
  const { email, resendAt } = pending;
  return (
    <CodeStep
      lead={
        maybe ? (
          <>
            If <b>{email}</b> has an account here, a link and a code are on their way. Use whichever is
            easier.
          </>
        ) : (
          <>
            We sent a link and a code to <b>{email}</b>. Use whichever is easier.
          </>
        )
      }
      again={
        maybe
          ? `If ${email} has an account here, another mail is on its way. Only the newest code is good.`
          : `We sent another mail to ${email}. The code in it replaces the one before.`
      }
      resendAt={resendAt}
      busy={signIn.busy}
      problem={signIn.problem}
      onVerify={(code) => signIn.verify(email, code)}
      onResend={() => signIn.send(email)}
      onOtherAddress={fixed ? undefined : signIn.startOver}
    />
  );
}
