import type { ReactNode } from "react";
import type { LinkPreview } from "../../data/links/link-preview.models.ts";
import { formatDate } from "../../lib/dates.ts";
import { formatCount } from "../../lib/format-count.ts";
import { Card } from "../../ui/layout/card.tsx";
import { WorkspaceMark } from "../../ui/layout/workspace-mark.tsx";
import { Chip } from "../../ui/status/chip.tsx";
import { Skeleton } from "../../ui/status/skeleton.tsx";
import { useAccent } from "../../ui/theme/use-accent.ts";
import { LiveRegion } from "../../ui/theme/visually-hidden.tsx";
import { UserText } from "../../ui/layout/user-text.tsx";
import styles from "./link-entry.module.css";
import { trustTexts } from "./trust.models.ts";
import { PageTitle } from "../../ui/layout/page-title.tsx";

/** Items that are listed without being asked for. */
const unfolded = 6;

interface LinkIntroductionProps {
  /** Undefined until it is known; placeholders of the same size stand in for it. */
  preview: LinkPreview | undefined;
  /** Sign-in form, which needs none of it. */
  children: ReactNode;
}

/**
 * Names the requester, title and due date. Unexpected emails with a link to "secure documents" are a common phishing
 * method, so the page also suggests a check that an attacker cannot forge.
 */
export function LinkIntroduction({ preview, children }: LinkIntroductionProps) {
  return (
    <div className={styles["page"]}>
      <meta name="referrer" content="no-referrer" />
      {preview ? <Introduction preview={preview} /> : <IntroductionSkeleton />}
      <Card className={styles["entry"]}>{children}</Card>
      <p className={styles["check"]}>
        Not expecting this? Call {preview?.workspaceName ?? "them"} on a number you already have, not one from
        this page or an email. You can also <a href="#report">report it</a> once you’ve entered the code.
      </p>
      {preview && (
        <ul className={styles["trust"]}>
          {trustTexts(preview).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Introduction({ preview }: { preview: LinkPreview }) {
  const { title, dueOn, itemTitles } = preview;
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <Requester preview={preview} />
      <UserText as="h1" className={styles["title"]}>
        {title}
      </UserText>
      {dueOn !== null && (
        <p className={styles["due"]}>
          <Chip tone="waiting">Due {formatDate(dueOn)}</Chip>
        </p>
      )}
      {itemTitles.length > 0 && <ItemTitles titles={itemTitles} />}
    </>
  );
}

/** Folded where a long list would push the form off a phone's screen. */
function ItemTitles({ titles }: { titles: readonly string[] }) {
  return (
    <details className={styles["items"]} open={titles.length <= unfolded}>
      <summary>What’s asked for: {formatCount(titles.length, "item")}</summary>
      <ul>
        {Array.from(titles.entries(), ([place, title]) => (
          // Two items may have one title, and none of them moves.
          <UserText as="li" key={place}>
            {title}
          </UserText>
        ))}
      </ul>
    </details>
  );
}

/** As high as the usual introduction: a title of one line and a due date. */
function IntroductionSkeleton() {
  return (
    <>
      <LiveRegion message="Loading" />
      <div className={styles["requester"]} aria-busy>
        <Skeleton className={styles["avatarSkeleton"]} />
        <Skeleton className={styles["requesterSkeleton"]} />
      </div>
      <div className={styles["title"]}>
        <Skeleton className={styles["titleSkeleton"]} />
      </div>
      <p className={styles["due"]}>
        <Chip tone="plain" className={styles["dueSkeleton"]}>
          &nbsp;
        </Chip>
      </p>
    </>
  );
}

export function Requester({ preview }: { preview: LinkPreview }) {
  const { workspaceName, senderName, senderEmail, branding } = preview;
  useAccent(branding.accent);
  return (
    <div className={styles["requester"]}>
      <WorkspaceMark name={workspaceName} logo={branding.logo} />
      <p>
        <UserText as="b" translate="no">
          {workspaceName}
        </UserText>{" "}
        asks you for documents
        {senderEmail !== "" && (
          <UserText as="span" className={styles["sender"]}>
            Sent by {senderName || senderEmail}
          </UserText>
        )}
        {senderEmail !== "" && senderName !== "" && <span className={styles["sender"]}>{senderEmail}</span>}
      </p>
    </div>
  );
}
