import type { ReactNode } from "react";
import type { LinkPreview } from "../../data/links/link-preview.models.ts";
import { formatDate } from "../../lib/dates.ts";
import { Avatar } from "../../ui/layout/avatar.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { Chip } from "../../ui/status/chip.tsx";
import styles from "./link-entry.module.css";
import { PageTitle } from "../../ui/layout/page-title.tsx";

interface LinkIntroductionProps {
  preview: LinkPreview;
  /** Sign-in form. */
  children: ReactNode;
}

/**
 * Names the requester, title and due date. Unexpected emails with a link to "secure documents" are a common phishing
 * method, so the page also suggests a check that an attacker cannot forge.
 */
export function LinkIntroduction({ preview, children }: LinkIntroductionProps) {
  const { title, dueOn, workspaceName } = preview;
  return (
    <div className={styles["page"]}>
      <PageTitle>{title}</PageTitle>
      <meta name="referrer" content="no-referrer" />
      <Requester preview={preview} />
      <h1 className={styles["title"]}>{title}</h1>
      {dueOn !== null && (
        <p className={styles["due"]}>
          <Chip tone="waiting">Due {formatDate(dueOn)}</Chip>
        </p>
      )}
      <Card className={styles["entry"]}>{children}</Card>
      <p className={styles["check"]}>
        Not expecting this? Call {workspaceName} on a number you already have, not one from this page or an
        email.
      </p>
    </div>
  );
}

export function Requester({ preview: { workspaceName, senderEmail } }: { preview: LinkPreview }) {
  return (
    <div className={styles["requester"]}>
      <Avatar name={workspaceName} size="large" shape="square" />
      <p>
        <b>{workspaceName}</b> asks you for documents
        {senderEmail !== "" && <span className={styles["sender"]}>Sent by {senderEmail}</span>}
      </p>
    </div>
  );
}
