import type { ReceivedItem } from "../../../data/inbox/received-item.models.ts";
import type { ReceivedRequest } from "../../../data/inbox/received-request.models.ts";
import { formatMoment } from "../../../lib/dates.ts";
import { formatCount } from "../../../lib/format-count.ts";
import { formatSize } from "../../../lib/format-size.ts";
import { useNow } from "../../../lib/now.ts";
import { classNames } from "../../../ui/theme/class-names.ts";
import row from "../list/item-row.module.css";
import { sentFiles } from "./done.models.ts";
import { UserText } from "../../../ui/layout/user-text.tsx";
import styles from "./done.module.css";

/** The first line of the card that lists what was sent. */
export function DoneTitle({ request: { title, workspaceName } }: { request: ReceivedRequest }) {
  return (
    <div className={classNames(row["row"], styles["title"])}>
      <UserText as="h2">{title}</UserText>
      <span>
        Sent to <UserText>{workspaceName}</UserText>
      </span>
    </div>
  );
}

/** Its last lines: "10 files", their size and when they were sent; nothing if only texts were sent. */
export function DoneTotal({ items }: { items: readonly ReceivedItem[] }) {
  const now = useNow();
  const { count, bytes, latestAt } = sentFiles(items);
  if (count === 0) return null;
  return (
    <div className={classNames(row["row"], styles["total"])}>
      <b>{formatCount(count, "file")}</b>
      <b>{formatSize(bytes)}</b>
      <p>
        {count === 1 ? "Sent" : "Last one sent"} {formatMoment(latestAt, { now })}
      </p>
    </div>
  );
}
