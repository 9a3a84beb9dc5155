import { pages } from "@sheaf/contract/pages";
import { Link } from "react-router-dom";
import { toAskedDue } from "../../data/inbox/due.models.ts";
import { isWaiting, type InboxEntry } from "../../data/inbox/inbox.models.ts";
import { segmentsLabel, segmentsOf } from "../../data/inbox/left.models.ts";
import { Chip } from "../../ui/status/chip.tsx";
import { Segments } from "../../ui/status/segments.tsx";
import { entryWords } from "./inbox.models.ts";
import styles from "./inbox.module.css";

/** One request with workspace, due date and the number of items left. */
export function InboxEntryRow({ entry }: { entry: InboxEntry }) {
  const { id, title, workspaceName, dueOn } = entry;
  const words = entryWords(entry);
  const due = dueOn === null ? null : toAskedDue(dueOn);
  return (
    <li>
      <Link className={styles["row"]} to={pages.inboxRequest.href({ id })}>
        <span className={styles["heading"]}>
          <h2>{title}</h2>
          {isWaiting(entry) && due && <Chip tone={due.isLate ? "returned" : "waiting"}>{due.words}</Chip>}
        </span>
        <span className={styles["facts"]}>
          {workspaceName} <span className={styles["words"]}>{words}</span>
        </span>
        {entry.status !== "cancelled" && (
          <Segments segments={segmentsOf(entry.items)} label={segmentsLabel(entry.items)} />
        )}
      </Link>
    </li>
  );
}
