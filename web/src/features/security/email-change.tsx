import { useState } from "react";
import { type ConfirmedHalf, confirmedHalf } from "../../data/email-change/progress-note.ts";
import { useResendEmailChange } from "../../data/email-change/resend-email-change.mutation.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Chip } from "../../ui/status/chip.tsx";
import { LiveRegion } from "../../ui/theme/visually-hidden.tsx";
import { CardBody } from "./card-body.tsx";
import { CardFailure } from "./card-failure.tsx";
import { CardStatus } from "./card-status.tsx";
import { ConfirmAddress } from "./confirm-address.tsx";
import styles from "./security.module.css";

interface EmailChangeProps {
  email: string;
  newEmail: string;
  onOtherAddress: () => void;
  onDone: () => void;
}

/** A change that waits for both addresses to confirm, each by the code or the link in its email. */
export function EmailChange({ email, newEmail, onOtherAddress, onDone }: EmailChangeProps) {
  const [half, setHalf] = useState<ConfirmedHalf | undefined>(confirmedHalf);
  const [announcement, setAnnouncement] = useState("");
  const resend = useResendEmailChange();
  const confirmed = half?.by === "code" ? half.address : undefined;

  return (
    <div className={styles["panel"]}>
      <h3 className={styles["heading"]}>
        Change to {newEmail} <Chip tone="waiting">{half ? 1 : 0} of 2 confirmed</Chip>
      </h3>
      <p>
        {half?.by === "link"
          ? "One of the two addresses has confirmed. Open the email sent to the other one and use its link, or enter its code here."
          : "We sent an email to each address. Use its link or enter its code here, in any order."}{" "}
        Until both have confirmed, your email stays the same.
      </p>
      <CardBody state={confirmed ?? ""}>
        {[email, newEmail].map((address) => (
          <ConfirmAddress
            key={address}
            address={address}
            confirmed={confirmed === address}
            onConfirmed={(outcome) => {
              if (outcome === "done") return onDone();
              setHalf({ by: "code", address });
              setAnnouncement("");
            }}
          />
        ))}
      </CardBody>
      <CardStatus message={announcement} />
      <LiveRegion message={confirmed ? `${confirmed} has confirmed. Now confirm the other address.` : ""} />
      {resend.error && <CardFailure error={resend.error} />}
      <div className={styles["actions"]}>
        <Button
          busy={resend.isPending}
          onClick={() => {
            setAnnouncement("");
            resend.mutate(
              { email },
              {
                onSuccess: () => {
                  setHalf(undefined);
                  setAnnouncement("We sent both emails again. Their codes replace the previous ones.");
                },
              },
            );
          }}
        >
          Send both emails again
        </Button>
        <Button variant="quiet" onClick={onOtherAddress}>
          Use a different address
        </Button>
      </div>
    </div>
  );
}
