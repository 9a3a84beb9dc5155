import type { ReactNode } from "react";
import type { LinkPreview } from "../../data/links/link-preview.models.ts";
import { formatDate } from "../../lib/dates.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Card } from "../../ui/card.tsx";
import { Chip } from "../../ui/chip.tsx";
import styles from "./link-entry.module.css";
import { PageTitle } from "../../ui/page-title.tsx";

interface LinkIntroductionProps {
  preview: LinkPreview;
  /** The way in. */
  children: ReactNode;
}

/**
 * Who asks, for what and until when, and how to make sure of it. An unexpected mail with a link to "secure
 * documents" is how people are robbed, so the page says how to check by a way that nobody could have forged.
 */
export function LinkIntroduction({ preview, children }: LinkIntroductionProps) {
  const { title, dueOn, workspaceName } = preview;
  return (
    <div className={styles["page"]}>
      <PageTitle>{title}</PageTitle>
      <meta name="referrer" content="no-referrer" />
      <Asker preview={preview} />
      <h1 className={styles["title"]}>{title}</h1>
      {dueOn !== null && (
        <p className={styles["due"]}>
          <Chip tone="waiting">By {formatDate(dueOn)}</Chip>
        </p>
      )}
      <Card className={styles["entry"]}>{children}</Card>
      <p className={styles["check"]}>
        Did you not expect this? Ask {workspaceName} on a phone number you already have, not one from this
        page or a mail.
      </p>
    </div>
  );
}

export function Asker({ preview: { workspaceName, senderEmail } }: { preview: LinkPreview }) {
  return (
    <div className={styles["asker"]}>
      <Avatar name={workspaceName} size="large" shape="square" />
      <p>
        <b>{workspaceName}</b> asks you for documents
        {senderEmail !== "" && <span className={styles["sender"]}>Sent by {senderEmail}</span>}
      </p>
    </div>
  );
}
