import { Mail } from "lucide-react";
import { useEffect, useState } from "react";
import type { AuthUser } from "../../data/auth-user/auth-user.models.ts";
import { savePendingAddress, pendingAddress } from "../../data/email-change/pending-address.ts";
import { Button } from "../../ui/forms/button.tsx";
import { LiveRegion } from "../../ui/theme/visually-hidden.tsx";
import { AddressText } from "../../ui/layout/address-text.tsx";
import { SettingRow, SettingRows } from "../../ui/layout/setting-rows.tsx";
import { AccountCard } from "./account-card.tsx";
import { CardBody } from "./card-body.tsx";
import { CardStatus } from "./card-status.tsx";
import { ChangeEmailForm } from "./change-email-form.tsx";
import { EmailChange } from "./email-change.tsx";

export function EmailCard() {
  return (
    <AccountCard title="Email" text="You sign in with this address, and requests are sent to it.">
      {(account) => <Address account={account} />}
    </AccountCard>
  );
}

function Address({ account: { email, newEmail } }: { account: AuthUser }) {
  const [typing, setTyping] = useState(false);
  const [announcement, setAnnouncement] = useState("");
  const [requested, setRequested] = useState(false);
  // The second address may confirm by link, which opens a page that is unaware of the change.
  const [requestedAddress, setRequestedAddress] = useState(pendingAddress);
  const isChanged = requestedAddress === email;
  useEffect(() => {
    if (isChanged) savePendingAddress(undefined);
  }, [isChanged]);

  return (
    <CardBody state={`${typing} ${email} ${newEmail ?? ""}`}>
      <SettingRows label="Your address">
        <SettingRow icon={<Mail aria-hidden="true" />} title={<AddressText text={email} />}>
          {!typing && !newEmail && (
            <Button
              variant="quiet"
              size="small"
              aria-label="Change your email"
              onClick={() => {
                setAnnouncement("");
                setRequestedAddress(undefined);
                setTyping(true);
              }}
            >
              Change
            </Button>
          )}
        </SettingRow>
      </SettingRows>
      <CardStatus message={announcement || (isChanged ? doneText(email) : "")} />
      <LiveRegion message={requested && newEmail ? "We sent an email to both addresses." : ""} />
      {typing && (
        <ChangeEmailForm
          email={email}
          onCancel={() => setTyping(false)}
          onRequested={() => {
            setRequestedAddress(pendingAddress());
            setTyping(false);
            setRequested(true);
          }}
        />
      )}
      {newEmail && !typing && (
        <EmailChange
          key={newEmail}
          email={email}
          newEmail={newEmail}
          onOtherAddress={() => {
            setAnnouncement("");
            setTyping(true);
          }}
          onDone={() => setAnnouncement(doneText(newEmail))}
        />
      )}
    </CardBody>
  );
}

function doneText(email: string): string {
  return `Your email has been changed. Sign in with ${email} from now on.`;
}
