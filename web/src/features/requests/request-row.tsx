import { pages } from "@sheaf/contract/pages";
import { toSegments } from "../../data/items/segments.models.ts";
import { toDue } from "../../data/requests/due.models.ts";
import { peopleText, personName } from "../../data/requests/people.models.ts";
import { progressText, totalItems } from "../../data/requests/progress.models.ts";
import type { RequestSummary } from "../../data/requests/request-summary.models.ts";
import { formatCount } from "../../lib/format-count.ts";
import { formatWhenShort } from "../../lib/dates.ts";
import { Link } from "../../lib/navigation.tsx";
import { AvatarGroup } from "../../ui/layout/avatar.tsx";
import { Segments } from "../../ui/status/segments.tsx";
import { VisuallyHidden } from "../../ui/theme/visually-hidden.tsx";
import { DueChip } from "./due-chip.tsx";
import { lastActivityText } from "./last-activity.models.ts";
import styles from "./request-list.module.css";
import { rowLinkMark } from "./row-keys.ts";

interface RequestRowProps {
  request: RequestSummary;
  /** Questions with something that this member has not read. */
  unread: number;
  today: string;
  now: Date;
}

/** One request: a table row on wide screens, a card on phones. All of it links to the request. */
export function RequestRow({ request, unread, today, now }: RequestRowProps) {
  const due = toDue(request, today);
  const progress = progressText(request);
  const activity = lastActivityText(request.lastEvent);
  const page = request.status === "draft" ? pages.editRequest : pages.request;
  return (
    <article className={styles["row"]}>
      <div className={styles["title"]}>
        <h2>
          <Link {...rowLinkMark} to={page.href({ id: request.id })}>
            {request.title}
          </Link>
        </h2>
        <p>
          {formatCount(totalItems(request.counts), "item")}
          {unread > 0 && <span className={styles["unread"]}>{formatCount(unread, "unread question")}</span>}
        </p>
      </div>
      <div className={styles["people"]}>
        {request.people.length > 0 && <AvatarGroup names={request.people.map(personName)} />}
        <span>
          <VisuallyHidden>From </VisuallyHidden>
          {peopleText(request.people)}
        </span>
      </div>
      <div className={styles["progress"]}>
        <Segments segments={toSegments(request.counts)} label="Progress" />
        <p>{progress}</p>
      </div>
      <div className={styles["due"]}>{due && <DueChip due={due} now={now} />}</div>
      <p className={styles["activity"]}>
        <VisuallyHidden>Last activity: </VisuallyHidden>
        {activity && <span>{activity}, </span>}
        <time dateTime={request.lastActivityAt}>{formatWhenShort(request.lastActivityAt, { now })}</time>
      </p>
    </article>
  );
}
