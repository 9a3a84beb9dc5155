import { Check } from "lucide-react";
import type { ReactNode } from "react";
import type { ReceivedRequest } from "../../data/inbox/received-request.models.ts";
import { toReceivedDue } from "../../data/inbox/due.models.ts";
import { countRemaining, remainingText, segmentsLabel } from "../../data/inbox/remaining.models.ts";
import { Chip } from "../../ui/status/chip.tsx";
import { toSectionSegments } from "../../data/items/item-segments.models.ts";
import { Segments } from "../../ui/status/segments.tsx";
import { UserText } from "../../ui/layout/user-text.tsx";
import styles from "./checklist.module.css";
import { namesOf } from "./checklist.models.ts";
import { SenderLine } from "./sender-line.tsx";

interface ChecklistHeaderProps {
  request: ReceivedRequest;
  account?: ReactNode;
  /** Chosen files are on their way. */
  isSending: boolean;
}

/** Workspace, title, message and the number of items left. */
export function ChecklistHeader({ request, account, isSending }: ChecklistHeaderProps) {
  const { title, scope, handedBy, message, senderName, items, dueOn, phase } = request;
  const left = countRemaining(items);
  return (
    <header>
      <SenderLine request={request} account={account} />
      <UserText as="h1" className={styles["title"]}>
        {title} {request.isChanged && <Chip>Changed</Chip>}
      </UserText>
      {message !== "" && (
        <UserText as="p" className={styles["message"]}>
          “{message}” <UserText>{senderName}</UserText>
        </UserText>
      )}
      {scope === "items" && (
        <p className={styles["message"]}>
          <UserText>{namesOf(handedBy)}</UserText> asked you for{" "}
          {items.length === 1 ? "this item" : "these items"} from a longer request.
        </p>
      )}
      {phase !== "cancelled" && phase !== "closed" && (
        <>
          <div className={styles["left"]}>
            <p role="status">
              {left.required === 0 && <Check className={styles["tick"]} aria-hidden="true" />}
              <b>{remainingText(left)}</b>
            </p>
            {dueOn !== null && left.required > 0 && phase !== "paused" && <DueChip dueOn={dueOn} />}
          </div>
          <Segments segments={toSectionSegments(items)} label={segmentsLabel(items)} size="medium" />
          {phase === "open" && items.some(({ kind }) => kind === "file") && (
            <p className={styles["note"]}>
              {isSending
                ? "Keep this page open until your files have arrived."
                : "A file is sent as soon as you add it. You can close this page and come back."}
            </p>
          )}
        </>
      )}
    </header>
  );
}

function DueChip({ dueOn }: { dueOn: string }) {
  const { isLate, text } = toReceivedDue(dueOn);
  return <Chip tone={isLate ? "returned" : "waiting"}>{text}</Chip>;
}
