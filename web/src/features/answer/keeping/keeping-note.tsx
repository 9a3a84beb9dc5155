import { useQuery } from "@tanstack/react-query";
import type { ReceivedRequest } from "../../../data/inbox/received-request.models.ts";
import { goneOn, retentionText } from "../../../data/retention/retention.models.ts";
import { receivedRetentionOptions } from "../../../data/retention/retention.query.ts";
import { formatMoment } from "../../../lib/dates.ts";
import { formatCount } from "../../../lib/format-count.ts";
import { formatSize } from "../../../lib/format-size.ts";
import { useNow } from "../../../lib/now.ts";
import { Notice } from "../../../ui/status/notice.tsx";
import styles from "./keeping-note.module.css";

/** How long the recipient's files are kept, and what was deleted already. */
export function KeepingNote({ request }: { request: ReceivedRequest }) {
  const { data: retention } = useQuery(receivedRetentionOptions({ requestId: request.id }));
  const now = useNow();
  const deleted = request.items.flatMap((item) => item.deleted);
  if (!retention) return null;
  return (
    <div className={styles["keeping"]}>
      {retention.deletedAt === null ? (
        <p>{retentionText(retention, { workspaceName: request.workspaceName, now })}</p>
      ) : (
        <Notice tone="waiting">
          {request.workspaceName} has deleted this request. Until {goneOn(retention.deletedAt, now)} you can
          still save your own files; then everything is deleted for good.
        </Notice>
      )}
      {deleted.length > 0 && (
        <details>
          <summary>{formatCount(deleted.length, "deleted file")}</summary>
          <ul>
            {deleted.map(({ id, name, size, goneAt }) => (
              <li key={id}>
                <b>{name}</b>, {formatSize(size)}.{" "}
                {goneAt === null
                  ? "Nobody can open it; storage deletes it shortly."
                  : `Deleted ${formatMoment(goneAt, { now })}.`}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
