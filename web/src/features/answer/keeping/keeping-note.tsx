import type { ReceivedRequest } from "../../../data/inbox/received-request.models.ts";
import { type Retention, retentionText } from "../../../data/retention/retention.models.ts";
import { formatMoment } from "../../../lib/dates.ts";
import { formatCount } from "../../../lib/format-count.ts";
import { formatSize } from "../../../lib/format-size.ts";
import { useNow } from "../../../lib/now.ts";
import styles from "./keeping-note.module.css";

interface KeepingNoteProps {
  request: ReceivedRequest;
  retention: Retention;
}

/** Retention of the recipient's files, and those that were deleted already. */
export function KeepingNote({ request, retention }: KeepingNoteProps) {
  const now = useNow();
  const deleted = request.items.flatMap((item) => item.deleted);
  return (
    <div className={styles["keeping"]}>
      {retention.deletedAt === null && (
        <p>{retentionText(retention, { keeper: request.workspaceName, now })}</p>
      )}
      {deleted.length > 0 && (
        <details>
          <summary>{formatCount(deleted.length, "deleted file")}</summary>
          <ul>
            {deleted.map(({ id, name, size, goneAt }) => (
              <li key={id}>
                <b translate="no">{name}</b>, {formatSize(size)}.{" "}
                {goneAt === null
                  ? "It can’t be opened any more, and will be deleted from storage shortly."
                  : `Deleted ${formatMoment(goneAt, { now })}.`}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
