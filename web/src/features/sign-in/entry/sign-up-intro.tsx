import styles from "../sign-in.module.css";

export function SignUpIntro() {
  return (
    <>
      <h1>Sign up</h1>
      <p className={styles["lead"]}>
        We’ll email you a code to confirm your address. You don’t need a password.
      </p>
    </>
  );
}
