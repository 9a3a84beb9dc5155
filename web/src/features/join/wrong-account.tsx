import { useState } from "react";
import { Button } from "../../ui/forms/button.tsx";
import { AddressText } from "../../ui/layout/address-text.tsx";
import styles from "./join.module.css";

interface WrongAccountProps {
  /** Address that was invited. */
  invited: string;
  signedIn: string;
  onSignOut: () => Promise<void>;
}

export function WrongAccount({ invited, signedIn, onSignOut }: WrongAccountProps) {
  const [isBusy, setBusy] = useState(false);
  const signOut = async () => {
    setBusy(true);
    await onSignOut();
    setBusy(false);
  };
  return (
    <>
      <p className={styles["text"]}>
        This invitation is for{" "}
        <b>
          <AddressText text={invited} />
        </b>
        . You’re signed in as{" "}
        <b>
          <AddressText text={signedIn} />
        </b>
        .
      </p>
      <Button variant="primary" block busy={isBusy} onClick={() => void signOut()}>
        Sign in as {invited}
      </Button>
    </>
  );
}
