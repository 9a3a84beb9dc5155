import { type ReactNode, Suspense } from "react";
import { EmailStep } from "../entry/email-step.tsx";
import { EmailedCode } from "../entry/lazy-steps.tsx";
import styles from "../sign-in.module.css";
import { useSignIn } from "../use-sign-in.ts";

interface ForgotPasswordProps {
  /** Path on this site to continue to once the password is set. */
  next: string;
  onProven: () => void;
  back: ReactNode;
}

/** Shows the same message for addresses with and without an account. */
export function ForgotPassword({ next, onProven, back }: ForgotPasswordProps) {
  const recovery = useSignIn({ purpose: "recovery", next, onSignedIn: onProven });
  if (recovery.pending)
    return (
      <Suspense fallback={null}>
        <EmailedCode pending={recovery.pending} signIn={recovery} maybe />
      </Suspense>
    );
  return (
    <>
      <h1>Choose a new password</h1>
      <p className={styles["lead"]}>We’ll email you a code. Use it to choose a new password.</p>
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
