import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { CardBody } from "./card-body.tsx";
import { CardStatus } from "./card-status.tsx";
import { PasswordForm } from "./password-form.tsx";
import styles from "./security.module.css";

/** Nobody is told whether there is a password: the service says it to no page, so the card does not claim to know. */
export function PasswordCard({ email }: { email: string }) {
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState("");
  return (
    <SectionCard
      title="Password"
      text="You do not need one: a code by email signs you in too. Some people like to have one all the same."
    >
      <CardBody state={String(open)}>
        <CardStatus message={said} />
        {open ? (
          <PasswordForm
            email={email}
            onCancel={() => setOpen(false)}
            onSet={() => {
              setOpen(false);
              setSaid("Your password is set. Your other devices have been signed out.");
            }}
          />
        ) : (
          <div className={styles["actions"]}>
            <Button
              onClick={() => {
                setSaid("");
                setOpen(true);
              }}
            >
              Set or change password
            </Button>
          </div>
        )}
      </CardBody>
    </SectionCard>
  );
}
