import { shownAddress } from "@sheaf/contract/shown-address";
import { CodeStep } from "./code-step.tsx";
import type { useSignIn } from "../use-sign-in.ts";
import type { PendingCode } from "./pending-code.ts";

interface MailedCodeProps {
  pending: PendingCode;
  signIn: ReturnType<typeof useSignIn>;
  level?: 1 | 2;
  /** The email was sent only if the address has an account, and the page must not reveal which. */
  maybe?: boolean;
  /** No other address may be used here. */
  fixed?: boolean;
}

export function EmailedCode({ pending, signIn, level = 1, maybe = false, fixed = false }: MailedCodeProps) {
  const { email, resendAt } = pending;
  const shown = shownAddress(email);
  return (
    <CodeStep
      level={level}
      lead={
        maybe ? (
          <>
            If <b translate="no">{shown}</b> has an account here, a link and a code are on their way. Use
            whichever is easier.
          </>
        ) : (
          <>
            We sent a link and a code to <b translate="no">{shown}</b>. Use whichever is easier.
          </>
        )
      }
      again={
        maybe
          ? `If ${shown} has an account here, another email is on its way. Only the newest code works.`
          : `We sent another email to ${shown}. Its code replaces the previous one.`
      }
      resendAt={resendAt}
      busy={signIn.busy}
      problem={signIn.problem}
      onVerify={(code) => signIn.verifyCode(email, code)}
      onResend={() => signIn.send(email)}
      onOtherAddress={fixed ? undefined : signIn.startOver}
    />
  );
}
