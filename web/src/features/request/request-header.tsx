import { pages } from "@sheaf/contract/pages";
import { Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { overdueText, toDue } from "../../data/requests/due.models.ts";
import { toSegments } from "../../data/items/segments.models.ts";
import { personName } from "../../data/requests/people.models.ts";
import { progressText, decidedItems, totalItems } from "../../data/requests/progress.models.ts";
import type { Request } from "../../data/requests/request.models.ts";
import { formatDate } from "../../lib/dates.ts";
import { AvatarGroup } from "../../ui/layout/avatar.tsx";
import { Button } from "../../ui/forms/button.tsx";
import { Chip } from "../../ui/status/chip.tsx";
import { Kbd } from "../../ui/layout/kbd.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";
import { Segments } from "../../ui/status/segments.tsx";
import styles from "./request-header.module.css";

interface RequestHeaderProps {
  request: Request;
  today: string;
  now: Date;
  /** The download button, which belongs to another feature. */
  downloadAll: ReactNode;
  onReview: () => void;
  onCancel: () => void;
  onKeys: () => void;
}

const tones = { late: "returned", soon: "waiting", plain: "plain" } as const;

/** Title, recipients, due date, progress and the actions on the whole request. */
export function RequestHeader(props: RequestHeaderProps) {
  const { request, today, now, downloadAll, onReview, onCancel, onKeys } = props;
  const { counts, people, status } = request;
  const due = toDue(request, today);
  const accepted = `${decidedItems(counts)} of ${totalItems(counts)} accepted`;
  return (
    <header>
      <p className={styles["crumb"]}>
        <Link to={pages.requests.href()}>Requests</Link> / {request.workspace.name}
      </p>
      <div className={styles["top"]}>
        <h1>{request.title}</h1>
        <div className={styles["actions"]}>
          {downloadAll}
          {counts.submitted > 0 && status !== "cancelled" && (
            <Button variant="primary" onClick={onReview} aria-keyshortcuts="R">
              Review {counts.submitted} <Kbd onAccent>R</Kbd>
            </Button>
          )}
          <Menu
            label="More"
            variant="quiet"
            items={[
              { label: "Keyboard shortcuts", onSelect: onKeys },
              ...(status === "open" ? [{ label: "Cancel request", onSelect: onCancel, danger: true }] : []),
            ]}
          >
            <Ellipsis aria-hidden="true" />
          </Menu>
        </div>
      </div>
      <div className={styles["facts"]}>
        <span className={styles["people"]}>
          <AvatarGroup names={people.map(personName)} />
          {people.map(personName).join(", ")}
        </span>
        {due && status === "open" && (
          <Chip tone={tones[due.urgency]}>
            {due.urgency === "late"
              ? `${overdueText(due.daysLate)}, ${formatDate(due.on, { now })}`
              : `Due ${formatDate(due.on, { now })}`}
          </Chip>
        )}
        {status === "done" && <Chip tone="accepted">Done</Chip>}
        {status === "cancelled" && <Chip>Cancelled</Chip>}
        <span>{accepted}</span>
      </div>
      <Segments
        size="medium"
        segments={toSegments(counts)}
        label={`${accepted}. ${progressText(request)}.`}
      />
    </header>
  );
}
