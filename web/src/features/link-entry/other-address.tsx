import { useState } from "react";
import type { LinkPreview } from "../../data/links/link-preview.models.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import styles from "./link-entry.module.css";
import { Asker } from "./link-introduction.tsx";
import { PageTitle } from "../../ui/page-title.tsx";

interface OtherAddressProps {
  preview: LinkPreview;
  /** Who is signed in here. */
  email: string;
  onSignOut: () => Promise<void>;
}

/** Somebody is signed in whom this request was not sent to: says who, and lets them come in with another address. */
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
      <Asker preview={preview} />
      <h1 className={styles["title"]}>{preview.title}</h1>
      <Card className={styles["entry"]}>
        <h2>This was sent to another address</h2>
        <p className={styles["words"]}>
          You are signed in as <b>{email}</b>, and there is nothing here for that address. Use the one that
          the link was sent to.
        </p>
        <Button variant="primary" block busy={busy} onClick={() => void switchAddress()}>
          Use another address
        </Button>
        <p className={styles["check"]}>
          Signed in with the right one? Ask {preview.senderEmail || preview.workspaceName} to add it to the
          request.
        </p>
      </Card>
    </div>
  );
}
