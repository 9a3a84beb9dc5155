import { useState } from "react";
import type { LinkPreview } from "../../data/links/link-preview.models.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Card } from "../../ui/layout/card.tsx";
import styles from "./link-entry.module.css";
import { Requester } from "./link-introduction.tsx";
import { PageTitle } from "../../ui/layout/page-title.tsx";

interface OtherAddressProps {
  preview: LinkPreview;
  /** Of the signed-in account. */
  email: string;
  onSignOut: () => Promise<void>;
}

/** The request was not sent to the signed-in account: names the account and offers to sign in with another one. */
export function OtherAddress({ preview, email, onSignOut }: OtherAddressProps) {
  const [busy, setBusy] = useState(false);
  const switchAddress = async () => {
    setBusy(true);
    await onSignOut();
  };
  return (
    <div className={styles["page"]}>
      <PageTitle>{preview.title}</PageTitle>
      <meta name="referrer" content="no-referrer" />
      <Requester preview={preview} />
      <h1 className={styles["title"]}>{preview.title}</h1>
      <Card className={styles["entry"]}>
        <h2>This was sent to another address</h2>
        <p className={styles["text"]}>
          You're signed in as <b>{email}</b>, but this request wasn't sent to that address. Use the address
          the link was sent to.
        </p>
        <Button variant="primary" block busy={busy} onClick={() => void switchAddress()}>
          Use another address
        </Button>
        <p className={styles["check"]}>
          Is this the right address? Ask {preview.senderEmail || preview.workspaceName} to add it to the
          request.
        </p>
      </Card>
    </div>
  );
}
