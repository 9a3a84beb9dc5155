import { Check } from "lucide-react";
import type { ReactNode } from "react";
import type { ReceivedRequest } from "../../data/inbox/received-request.models.ts";
import { toReceivedDue } from "../../data/inbox/due.models.ts";
import {
  countRemaining,
  remainingText,
  segmentsLabel,
  segmentsOf,
} from "../../data/inbox/remaining.models.ts";
import { Avatar } from "../../ui/layout/avatar.tsx";
import { Chip } from "../../ui/status/chip.tsx";
import { Segments } from "../../ui/status/segments.tsx";
import styles from "./checklist.module.css";
import { doneText } from "./checklist.models.ts";

interface ChecklistHeaderProps {
  request: ReceivedRequest;
  account?: ReactNode;
}

/** Workspace, title, message and the number of items left. */
export function ChecklistHeader({ request, account }: ChecklistHeaderProps) {
  const { workspaceName, title, message, senderName, items, dueOn, status } = request;
  const left = countRemaining(items);
  const done = doneText(request);
  return (
    <header>
      <div className={styles["from"]}>
        <Avatar name={workspaceName} size="large" shape="square" />
        <span className={styles["workspace"]}>{workspaceName}</span>
        <span className={styles["account"]}>{account}</span>
      </div>
      <h1 className={styles["title"]}>{title}</h1>
      {message !== "" && (
        <p className={styles["message"]}>
          “{message}” {senderName}
        </p>
      )}
      {status !== "cancelled" && (
        <>
          <div className={styles["left"]}>
            <p role="status">
              {left.required === 0 && <Check className={styles["tick"]} aria-hidden="true" />}
              <b>{remainingText(left)}</b>
            </p>
            {dueOn !== null && left.required > 0 && <DueChip dueOn={dueOn} />}
          </div>
          <Segments segments={segmentsOf(items)} label={segmentsLabel(items)} size="medium" />
          {done && <p className={styles["done"]}>{done}</p>}
        </>
      )}
    </header>
  );
}

function DueChip({ dueOn }: { dueOn: string }) {
  const { isLate, text } = toReceivedDue(dueOn);
  return <Chip tone={isLate ? "returned" : "waiting"}>{text}</Chip>;
}
