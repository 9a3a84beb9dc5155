import styles from "./link-entry.module.css";

export function LinkSignInIntro() {
  return (
    <>
      <h2>Verify your email</h2>
      <p className={styles["text"]}>
        Enter the address this link was sent to. We’ll email you a code; you don’t need an account or a
        password.
      </p>
    </>
  );
}
