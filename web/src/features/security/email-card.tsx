import { Mail } from "lucide-react";
import { useEffect, useState } from "react";
import type { AuthUser } from "../../data/auth-user/auth-user.models.ts";
import { noteWantedAddress, wantedAddress } from "../../data/email-change/wanted-address.ts";
import { Button } from "../../ui/button.tsx";
import { LiveRegion } from "../../ui/visually-hidden.tsx";
import { AccountCard } from "./account-card.tsx";
import { CardBody } from "./card-body.tsx";
import { CardStatus } from "./card-status.tsx";
import { ChangeEmailForm } from "./change-email-form.tsx";
import { EmailChange } from "./email-change.tsx";
import styles from "./security.module.css";
import { SettingRow } from "./setting-row.tsx";

/** The address that the person signs in with, and a change of it under way. */
export function EmailCard() {
  return (
    <AccountCard title="Email" text="You sign in with it, and requests are sent to it.">
      {(account) => <Address account={account} />}
    </AccountCard>
  );
}

function Address({ account: { email, newEmail } }: { account: AuthUser }) {
  const [typing, setTyping] = useState(false);
  const [said, setSaid] = useState("");
  const [asked, setAsked] = useState(false);
  // The last of the two may agree by a link, which ends on a page that has seen nothing of the change.
  const [wanted, setWanted] = useState(wantedAddress);
  const made = wanted === email;
  useEffect(() => {
    if (made) noteWantedAddress(undefined);
  }, [made]);

  return (
    <CardBody state={`${typing} ${email} ${newEmail ?? ""}`}>
      <ul className={styles["rows"]} aria-label="Your address">
        <SettingRow icon={<Mail aria-hidden="true" />} title={email}>
          {!typing && !newEmail && (
            <Button
              variant="quiet"
              size="small"
              aria-label="Change your email"
              onClick={() => {
                setSaid("");
                setWanted(undefined);
                setTyping(true);
              }}
            >
              Change
            </Button>
          )}
        </SettingRow>
      </ul>
      <CardStatus message={said || (made ? doneWords(email) : "")} />
      <LiveRegion message={asked && newEmail ? "Both addresses were asked." : ""} />
      {typing && (
        <ChangeEmailForm
          email={email}
          onCancel={() => setTyping(false)}
          onAsked={() => {
            setWanted(wantedAddress());
            setTyping(false);
            setAsked(true);
          }}
        />
      )}
      {newEmail && !typing && (
        <EmailChange
          key={newEmail}
          email={email}
          newEmail={newEmail}
          onOtherAddress={() => {
            setSaid("");
            setTyping(true);
          }}
          onDone={() => setSaid(doneWords(newEmail))}
        />
      )}
    </CardBody>
  );
}

function doneWords(email: string): string {
  return `Done. From now on you sign in with ${email}.`;
}
