import styles from "./link-entry.module.css";

/** Why a link that somebody was sent still asks for their address. */
export function LinkSignInIntro() {
  return (
    <>
      <h2>Show that it is you</h2>
      <p className={styles["words"]}>
        Type the address that this link was sent to. We mail you a code; no account and no password are
        needed.
      </p>
    </>
  );
}
