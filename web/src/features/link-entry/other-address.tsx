import { useState } from "react";
import { useRequestAccess } from "../../data/access-requests/request-access.mutation.ts";
import type { LinkPreview } from "../../data/links/link-preview.models.ts";
import { errorText } from "../../lib/errors.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { UserText } from "../../ui/layout/user-text.tsx";
import styles from "./link-entry.module.css";
import { Requester } from "./link-introduction.tsx";
import { PageTitle } from "../../ui/layout/page-title.tsx";
import { Notice } from "../../ui/status/notice.tsx";

interface OtherAddressProps {
  token: string;
  preview: LinkPreview;
  /** Of the signed-in account. */
  email: string;
  onSignOut: () => Promise<void>;
  /** Called once the person has asked to be added. */
  onAsked: () => void;
}

/**
 * The request was not sent to the signed-in account: names the account, and offers to sign in with another one or to ask for
 * access with this one.
 */
export function OtherAddress({ token, preview, email, onSignOut, onAsked }: OtherAddressProps) {
  const [busy, setBusy] = useState(false);
  const access = useRequestAccess();
  const sender = preview.senderEmail || preview.workspaceName;
  const switchAddress = async () => {
    setBusy(true);
    await onSignOut();
  };
  return (
    <div className={styles["page"]}>
      <PageTitle>{preview.title}</PageTitle>
      <meta name="referrer" content="no-referrer" />
      <Requester preview={preview} />
      <UserText as="h1" className={styles["title"]}>
        {preview.title}
      </UserText>
      <Card className={styles["entry"]}>
        <h2>This was sent to another address</h2>
        <p className={styles["text"]}>
          You’re signed in as <b translate="no">{email}</b>, but this request wasn’t sent to that address. Use
          the address the link was sent to.
        </p>
        <Button variant="primary" block busy={busy} onClick={() => void switchAddress()}>
          Use another address
        </Button>
        {access.isSuccess ? (
          <p ref={focus} tabIndex={-1} className={styles["check"]} role="status">
            You’ve asked {sender} to add {email}. The checklist opens here as soon as they do.
          </p>
        ) : (
          <>
            <p className={styles["check"]}>Is this the right address? Ask {sender} to add it.</p>
            <Button
              block
              busy={access.isPending}
              onClick={() => access.mutate({ token }, { onSuccess: onAsked })}
            >
              Ask to be added
            </Button>
          </>
        )}
        {access.error && (
          <Notice tone="returned" announce>
            {errorText(access.error)}
          </Notice>
        )}
      </Card>
    </div>
  );
}

/** The button that had the focus is gone. */
function focus(text: HTMLElement | null): void {
  text?.focus({ preventScroll: true });
}
