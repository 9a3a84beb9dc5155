import type { ReceivedItem, ReceivedRequest } from "../../../data/inbox/received-request.models.ts";
import { formatCount } from "../../../lib/format-count.ts";
import { formatSize } from "../../../lib/format-size.ts";
import { classNames } from "../../../ui/theme/class-names.ts";
import row from "../list/item-row.module.css";
import { sentFiles } from "./done.models.ts";
import styles from "./done.module.css";

/** The first line of the card that lists what was sent. */
export function DoneTitle({ request: { title, workspaceName } }: { request: ReceivedRequest }) {
  return (
    <div className={classNames(row["row"], styles["title"])}>
      <h2>{title}</h2>
      <span>Sent to {workspaceName}</span>
    </div>
  );
}

/** Its last line: "10 files" and their size; nothing if only texts were sent. */
export function DoneTotal({ items }: { items: readonly ReceivedItem[] }) {
  const { count, bytes } = sentFiles(items);
  if (count === 0) return null;
  return (
    <p className={classNames(row["row"], styles["total"])}>
      {formatCount(count, "file")} in all
      <span>{formatSize(bytes)}</span>
    </p>
  );
}
