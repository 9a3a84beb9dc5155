import { type ReactNode, Suspense } from "react";
import { EmailStep } from "./email-step.tsx";
import { MailedCode } from "./later-steps.ts";
import styles from "./sign-in.module.css";
import { useSignIn } from "./use-sign-in.ts";

interface ForgotPasswordProps {
  /** Where the person goes once the new password is set; a path of our own. */
  next: string;
  onProven: () => void;
  back: ReactNode;
}

/** A forgotten password: the same mail and the same words for an address that has an account and for one that has none. */
export function ForgotPassword({ next, onProven, back }: ForgotPasswordProps) {
  const recovery = useSignIn({ purpose: "recovery", next, onSignedIn: onProven });
  if (recovery.pending)
    return (
      <Suspense fallback={null}>
        <MailedCode pending={recovery.pending} signIn={recovery} maybe />
      </Suspense>
    );
  return (
    <>
      <h1>Choose a new password</h1>
      <p className={styles["lead"]}>We send a code to your email. With it you can set a new password.</p>
      <EmailStep
        autoFocus
        autoComplete="username"
        action="Send me a code"
        busy={recovery.busy !== undefined}
        problem={recovery.problem}
        onSubmit={recovery.send}
      >
        <div className={styles["others"]}>{back}</div>
      </EmailStep>
    </>
  );
}
