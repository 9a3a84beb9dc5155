import { sessionErrors } from "@sheaf/contract/errors/session.errors";
import styles from "../sign-in.module.css";

const notKept = sessionErrors["session.not_kept"];

const usual = "Get a code by email, or use your password.";
const reasons = new Map([
  ["signed-out", "You’re signed out on this device."],
  ["signed-out-everywhere", "You’re signed out on all your devices."],
  ["session-ended", "Your session has ended. Sign in again to continue where you left off."],
  [
    "others-signed-in",
    "You’re signed out on this device. We couldn’t reach the service to sign out your other devices. Sign in and try again.",
  ],
  ["not-kept", `${notKept.what} ${notKept.next}`],
  ["account-deleted", "Your account has been deleted and you’re signed out everywhere."],
]);

/**
 * A reason replaces the usual sentence, so that nothing below it moves.
 *
 * @param reason from the address; unknown values show the usual sentence.
 */
export function SignInIntro({ reason }: { reason: string | null }) {
  return (
    <>
      <h1>Sign in</h1>
      <p className={styles["intro"]}>{reasons.get(reason ?? "") ?? usual}</p>
    </>
  );
}
