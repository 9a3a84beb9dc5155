import { useState } from "react";
import { Button } from "../../ui/forms/button.tsx";
import { SectionCard } from "../../ui/layout/section-card.tsx";
import { CardBody } from "./card-body.tsx";
import { CardStatus } from "./card-status.tsx";
import { PasswordForm } from "./password-form.tsx";
import styles from "./security.module.css";

/** The service never reveals whether there is a password, so the card does not say. */
export function PasswordCard({ email }: { email: string }) {
  const [open, setOpen] = useState(false);
  const [announcement, setAnnouncement] = useState("");
  return (
    <SectionCard title="Password" text="Optional: you can always sign in with an emailed code.">
      <CardBody state={String(open)}>
        <CardStatus message={announcement} />
        {open ? (
          <PasswordForm
            email={email}
            onCancel={() => setOpen(false)}
            onSet={() => {
              setOpen(false);
              setAnnouncement("Your password has been set. Your other devices have been signed out.");
            }}
          />
        ) : (
          <div className={styles["actions"]}>
            <Button
              onClick={() => {
                setAnnouncement("");
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
