import { lazy, type ReactNode, Suspense } from "react";
import { pages } from "@sheaf/contract/pages";
import { countedSegments } from "../../data/items/item-segments.models.ts";
import { toDue } from "../../data/requests/due.models.ts";
import { peopleText, personName } from "../../data/requests/people.models.ts";
import { progressText, totalItems } from "../../data/requests/progress.models.ts";
import type { RequestSummary } from "../../data/requests/request-summary.models.ts";
import { formatCount } from "../../lib/format-count.ts";
import { formatWhenShort } from "../../lib/dates.ts";
import { Link } from "../../lib/navigation.tsx";
import { TagList } from "../../steps/assignees-and-tags/tag-list.tsx";
import { AvatarGroup } from "../../ui/layout/avatar.tsx";
import { Segments } from "../../ui/status/segments.tsx";
import { VisuallyHidden } from "../../ui/theme/visually-hidden.tsx";
import { DueChip } from "./due-chip.tsx";
import { lastActivityText } from "./last-activity.models.ts";
import { UserText } from "../../ui/layout/user-text.tsx";
import styles from "./request-list.module.css";
import { rowLink } from "../../steps/lists/row-keys.ts";
import { SelectionBox } from "./selection/selection-box.tsx";

// With the members, whom the list itself doesn't need.
const AssigneeButton = lazy(async () => ({
  default: (await import("./assignee-button.tsx")).AssigneeButton,
}));

/** Texts with what a search found marked. */
export interface RequestMarks {
  title: ReactNode;
  people: ReactNode;
  /** A match that the row doesn't show otherwise. */
  hidden: ReactNode;
}

interface RequestRowProps {
  request: RequestSummary;
  workspaceId: string;
  onAssign: () => void;
  /** Questions with something that this member has not read. */
  unread: number;
  today: string;
  now: Date;
  isSelected: boolean;
  /** @param isRange applies to all rows since the last selected one. */
  onSelect: (isRange: boolean) => void;
  heading?: "h2" | "h3" | undefined;
  marks?: RequestMarks | undefined;
}

/** One request: a table row on wide screens, a card on phones. All of it links to the request. */
export function RequestRow(props: RequestRowProps) {
  const {
    request,
    workspaceId,
    onAssign,
    unread,
    today,
    now,
    isSelected,
    onSelect,
    heading: Heading = "h2",
    marks,
  } = props;
  const due = toDue(request, today);
  const progress = progressText(request);
  const activity = lastActivityText(request.lastEvent);
  const page = request.status === "draft" ? pages.editRequest : pages.request;
  return (
    <article className={styles["row"]} data-selected={isSelected || undefined}>
      <SelectionBox label={`Select ${request.title}`} checked={isSelected} onToggle={onSelect} />
      <div className={styles["title"]}>
        <Heading>
          <Link {...rowLink(request.id)} to={page.href({ id: request.id })}>
            <UserText>{marks?.title ?? request.title}</UserText>
          </Link>
        </Heading>
        <p>
          <span>{marks?.hidden ?? formatCount(totalItems(request.counts), "item")}</span>
          {unread > 0 && <span className={styles["unread"]}>{formatCount(unread, "unread question")}</span>}
        </p>
      </div>
      <div className={styles["tags"]}>
        <TagList names={request.tags.map(({ name }) => name)} />
      </div>
      <div className={styles["people"]}>
        {request.people.length > 0 && <AvatarGroup names={request.people.map(personName)} />}
        <span>
          <VisuallyHidden>From </VisuallyHidden>
          <UserText>{marks?.people ?? peopleText(request.people)}</UserText>
        </span>
      </div>
      <div className={styles["progress"]}>
        <Segments segments={countedSegments(request.counts)} label="Progress" />
        <p>{progress}</p>
      </div>
      <div className={styles["due"]}>{due && <DueChip due={due} now={now} />}</div>
      <p className={styles["activity"]}>
        <VisuallyHidden>Last activity: </VisuallyHidden>
        {activity && (
          <>
            <UserText as="span">{activity}</UserText>
            <span className={styles["comma"]}>, </span>
          </>
        )}
        <time dateTime={request.lastActivityAt}>{formatWhenShort(request.lastActivityAt, { now })}</time>
      </p>
      <Suspense fallback={null}>
        <AssigneeButton request={request} workspaceId={workspaceId} onAssign={onAssign} />
      </Suspense>
    </article>
  );
}
