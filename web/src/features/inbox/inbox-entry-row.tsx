import { pages } from "@sheaf/contract/pages";
import { Link } from "../../lib/navigation.tsx";
import { toReceivedDue } from "../../data/inbox/due.models.ts";
import { isWaiting, type InboxEntry } from "../../data/inbox/inbox.models.ts";
import { segmentsLabel } from "../../data/inbox/remaining.models.ts";
import { toSegments } from "../../data/items/item-segments.models.ts";
import { formatCount } from "../../lib/format-count.ts";
import { Chip } from "../../ui/status/chip.tsx";
import { Segments } from "../../ui/status/segments.tsx";
import { entryText } from "./inbox.models.ts";
import { UserText } from "../../ui/layout/user-text.tsx";
import styles from "./inbox.module.css";

interface InboxEntryRowProps {
  entry: InboxEntry;
  /** Questions with something that this recipient has not read. */
  unread: number;
}

/** One request with workspace, due date and the number of items left. */
export function InboxEntryRow({ entry, unread }: InboxEntryRowProps) {
  const { id, title, workspaceName, dueOn } = entry;
  const text = entryText(entry);
  const due = dueOn === null ? null : toReceivedDue(dueOn);
  return (
    <li>
      <Link className={styles["row"]} to={pages.inboxRequest.href({ id })}>
        <span className={styles["heading"]}>
          <UserText as="h2">{title}</UserText>
          <span className={styles["chips"]}>
            {unread > 0 && <Chip tone="submitted">{formatCount(unread, "unread question")}</Chip>}
            {isWaiting(entry) && due && <Chip tone={due.isLate ? "returned" : "waiting"}>{due.text}</Chip>}
          </span>
        </span>
        <span className={styles["facts"]}>
          <UserText>{workspaceName}</UserText> <span className={styles["text"]}>{text}</span>
        </span>
        {entry.phase !== "cancelled" && (
          <Segments segments={toSegments(entry.items)} label={segmentsLabel(entry.items)} />
        )}
      </Link>
    </li>
  );
}
