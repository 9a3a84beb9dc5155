import { pages } from "@sheaf/contract/pages";
import { Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { overdueText, toDue } from "../../data/requests/due.models.ts";
import { toSectionSegments } from "../../data/items/item-segments.models.ts";
import { personName } from "../../data/requests/people.models.ts";
import { progressText } from "../../data/requests/progress.models.ts";
import type { Request } from "../../data/requests/request.models.ts";
import { formatDate } from "../../lib/dates.ts";
import { Link } from "../../lib/navigation.tsx";
import { AvatarGroup } from "../../ui/layout/avatar.tsx";
import { Button, buttonClass } from "../../ui/forms/button.tsx";
import { Chip } from "../../ui/status/chip.tsx";
import { Kbd } from "../../ui/layout/kbd.tsx";
import { Menu, type MenuItem } from "../../ui/overlays/menu.tsx";
import { Segments } from "../../ui/status/segments.tsx";
import { fromRequest, reviewHref } from "./review/review-address.ts";
import { RequestTags } from "../../steps/assignees-and-tags/request-tags.tsx";
import { CopyLinkButton } from "./link/copy-link-button.tsx";
import { isLinkToShare } from "./link/link.models.ts";
import { canRemind } from "./reminders/reminders.models.ts";
import { UserText } from "../../ui/layout/user-text.tsx";
import styles from "./request-header.module.css";
import { acceptedText, closedText } from "./state/state.models.ts";

interface RequestHeaderProps {
  request: Request;
  today: string;
  now: Date;
  /** The download button, which belongs to another feature. */
  downloadAll: ReactNode;
  onRemind: () => void;
  onPause: () => void;
  onClose: () => void;
  onDuplicate: () => void;
  onSaveAsTemplate: () => void;
  onRepeat: () => void;
  onCancel: () => void;
  onArchive: () => void;
  onUnarchive: () => void;
  onDelete: () => void;
  /** Then it can be restored, and nothing else. */
  isInBin: boolean;
  onKeys: () => void;
}

const tones = { late: "returned", soon: "waiting", plain: "plain" } as const;

/** Title, recipients, due date, progress and the actions on the whole request. */
export function RequestHeader(props: RequestHeaderProps) {
  const { request, today, now, downloadAll, onRemind } = props;
  const { counts, people, status, phase } = request;
  const due = toDue(request, today);
  const accepted = acceptedText(request.items);
  return (
    <header>
      <p className={styles["crumb"]}>
        <Link to={pages.requests.href()}>Requests</Link> / <UserText>{request.workspace.name}</UserText>
      </p>
      <div className={styles["top"]}>
        <UserText as="h1">{request.title}</UserText>
        <div className={styles["actions"]}>
          {downloadAll}
          {status !== "cancelled" && (
            <Link
              className={buttonClass({ variant: "quiet" })}
              to={pages.editRequest.href({ id: request.id })}
            >
              Edit
            </Link>
          )}
          <div className={styles["main"]}>
            {counts.submitted > 0 && status !== "cancelled" && (
              <Link
                className={buttonClass({ variant: "primary" })}
                to={reviewHref({ id: request.id })}
                state={fromRequest}
                aria-keyshortcuts="R"
              >
                Review {counts.submitted} <Kbd onAccent>R</Kbd>
              </Link>
            )}
            {counts.submitted === 0 && canRemind(request, now) && (
              <Button variant="primary" onClick={onRemind}>
                Remind
              </Button>
            )}
            {!canRemind(request, now) && isLinkToShare(request) && (
              <CopyLinkButton request={request} now={now} />
            )}
          </div>
          <div>
            <Menu label="More" variant="quiet" items={menuItems(props)}>
              <Ellipsis aria-hidden="true" />
            </Menu>
          </div>
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
        {phase === "paused" && <Chip tone="waiting">Paused</Chip>}
        {props.isInBin ? (
          <Chip tone="returned">In the bin</Chip>
        ) : (
          <>
            {phase === "done" && <Chip tone="accepted">Done</Chip>}
            {phase === "closed" && <Chip>{closedText(request)}</Chip>}
            {phase === "cancelled" && <Chip>Cancelled</Chip>}
            {request.isArchived && <Chip>Archived</Chip>}
          </>
        )}
        <span>{accepted}</span>
        <RequestTags request={request} />
      </div>
      <Segments
        size="medium"
        segments={toSectionSegments(request.items)}
        label={`${accepted}. ${progressText(request)}.`}
      />
    </header>
  );
}

function menuItems({ request, ...on }: RequestHeaderProps): MenuItem[] {
  return [
    { label: "Duplicate", onSelect: on.onDuplicate },
    { label: "Save as template", onSelect: on.onSaveAsTemplate },
    ...(request.status === "cancelled" || request.isTest ? [] : [{ label: "Repeat", onSelect: on.onRepeat }]),
    ...(request.phase === "open" ? [{ label: "Pause", onSelect: on.onPause, separated: true }] : []),
    ...(request.status === "open"
      ? [
          { label: "Close request", onSelect: on.onClose, separated: request.phase === "paused" },
          { label: "Cancel request", onSelect: on.onCancel, danger: true },
        ]
      : []),
    ...((request.status === "done" || request.status === "cancelled") && !on.isInBin
      ? [
          request.isArchived
            ? { label: "Unarchive", onSelect: on.onUnarchive, separated: true }
            : { label: "Archive", onSelect: on.onArchive, separated: true },
          { label: "Delete", onSelect: on.onDelete, danger: true },
        ]
      : []),
    { label: "Keyboard shortcuts", onSelect: on.onKeys, separated: true },
  ];
}
