import { sessionErrors } from "@sheaf/contract/errors/session.errors";
import styles from "./sign-in.module.css";

const notKept = sessionErrors["session.not_kept"];

const usual = "We send a code to your email. No password is needed.";
const reasons = new Map([
  ["signed-out", "You are signed out on this device."],
  ["session-ended", "Your sign-in has ended. Sign in again to go on where you were."],
  [
    "others-signed-in",
    "You are signed out on this device. We could not reach the service to sign out the others: sign in and try again.",
  ],
  ["not-kept", `${notKept.what} ${notKept.next}`],
  ["account-deleted", "Your account is deleted, and you are signed out everywhere."],
]);

/**
 * Why a person finds this page takes the place of how it works, so that nothing below it moves.
 *
 * @param reason from the address; anything but a known word says nothing.
 */
export function SignInIntro({ reason }: { reason: string | null }) {
  return (
    <>
      <h1>Sign in</h1>
      <p className={styles["intro"]}>{reasons.get(reason ?? "") ?? usual}</p>
    </>
  );
}
