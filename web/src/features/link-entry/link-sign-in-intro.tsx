import styles from "./link-entry.module.css";

/** @param hasEnded the checklist was open, and its session has ended. */
export function LinkSignInIntro({ hasEnded }: { hasEnded: boolean }) {
  return (
    <>
      {hasEnded && (
        <p role="alert" className={styles["ended"]}>
          Your session has ended. Enter a new code to continue where you left off.
        </p>
      )}
      <h2>Verify your email</h2>
      <p className={styles["text"]}>
        Enter the address this link was sent to. We’ll email you a code; you don’t need an account or a
        password.
      </p>
    </>
  );
}
