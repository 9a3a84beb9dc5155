import styles from "./sign-in.module.css";

export function SignUpIntro() {
  return (
    <>
      <h1>Sign up</h1>
      <p className={styles["lead"]}>
        We send a code to your email; typing it proves that the address is yours. No password is needed.
      </p>
    </>
  );
}
