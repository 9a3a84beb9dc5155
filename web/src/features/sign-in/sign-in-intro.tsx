import { Notice } from "../../ui/notice.tsx";
import styles from "./sign-in.module.css";

const reasons = new Map([
  ["signed-out", "You are signed out on this device."],
  ["session-ended", "Your sign-in has ended. Sign in again to go on where you were."],
]);

/** @param reason from the address; anything but a known word says nothing. */
export function SignInIntro({ reason }: { reason: string | null }) {
  const why = reasons.get(reason ?? "");
  return (
    <>
      <h1>Sign in</h1>
      <p className={styles["lead"]}>We send a code to your email. New here? It works the same way.</p>
      {why && (
        <div className={styles["why"]}>
          <Notice>{why}</Notice>
        </div>
      )}
    </>
  );
}
