import { useState } from "react";
import { type ConfirmedHalf, confirmedHalf } from "../../data/email-change/progress-note.ts";
import { useResendEmailChange } from "../../data/email-change/resend-email-change.mutation.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { LiveRegion } from "../../ui/visually-hidden.tsx";
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

/** A change that waits for both addresses to agree, by the code or the link in the mail that each of them got. */
export function EmailChange({ email, newEmail, onOtherAddress, onDone }: EmailChangeProps) {
  const [half, setHalf] = useState<ConfirmedHalf | undefined>(confirmedHalf);
  const [said, setSaid] = useState("");
  const resend = useResendEmailChange();
  const confirmed = half?.by === "code" ? half.address : undefined;

  return (
    <div className={styles["panel"]}>
      <h3 className={styles["heading"]}>
        Change to {newEmail} <Chip tone="waiting">{half ? 1 : 0} of 2 confirmed</Chip>
      </h3>
      <p>
        {half?.by === "link"
          ? "One of the two addresses has agreed. Open the mail in the other one: use its link, or type its code here."
          : "We sent a mail to each address. Use its link, or type its code here; the order does not matter."}{" "}
        Until both have agreed you keep the one you have.
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
              setSaid("");
            }}
          />
        ))}
      </CardBody>
      <CardStatus message={said} />
      <LiveRegion message={confirmed ? `${confirmed} has agreed. Now the other one.` : ""} />
      {resend.error && <CardFailure error={resend.error} />}
      <div className={styles["actions"]}>
        <Button
          busy={resend.isPending}
          onClick={() => {
            setSaid("");
            resend.mutate(
              { email },
              {
                onSuccess: () => {
                  setHalf(undefined);
                  setSaid("We sent both mails again. Their codes replace the ones before.");
                },
              },
            );
          }}
        >
          Send both mails again
        </Button>
        <Button variant="quiet" onClick={onOtherAddress}>
          Use a different address
        </Button>
      </div>
    </div>
  );
}
