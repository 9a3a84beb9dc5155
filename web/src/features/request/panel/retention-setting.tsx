import { useState } from "react";
import type { Request } from "../../../data/requests/request.models.ts";
import type { RemovedFile } from "../../../data/retention/removed-files.query.ts";
import { type Retention, retentionText } from "../../../data/retention/retention.models.ts";
import { formatMoment } from "../../../lib/dates.ts";
import { formatCount } from "../../../lib/format-count.ts";
import { formatSize } from "../../../lib/format-size.ts";
import { RetentionDialog } from "../../../steps/retention/retention-dialog.tsx";
import { Button } from "../../../ui/forms/button.tsx";
import styles from "./request-settings.module.css";

interface RetentionSettingProps {
  request: Request;
  retention: Retention;
  now: Date;
  /** Records of deleted files. */
  removed: readonly RemovedFile[];
}

/** Retention of files and answers, and what was deleted already. */
export function RetentionSetting({ request, retention, now, removed }: RetentionSettingProps) {
  const [changes, setChanges] = useState(false);
  return (
    <section aria-labelledby="request-retention">
      <div className={styles["heading"]}>
        <h3 id="request-retention">How long files are kept</h3>
        {retention.erasedAt === null && (
          <Button size="small" variant="quiet" onClick={() => setChanges(true)}>
            Change
          </Button>
        )}
      </div>
      <p>{retentionText(retention, { keeper: "you", now })}</p>
      {removed.length > 0 && (
        <details>
          <summary>{formatCount(removed.length, "deleted file")}</summary>
          <ul className={styles["removed"]}>
            {removed.map(({ id, name, size, itemTitle, state, at }) => (
              <li key={id}>
                <b translate="no">{name}</b>
                <span>
                  {itemTitle}, {formatSize(size)}.{" "}
                  {state === "gone"
                    ? `Deleted ${formatMoment(at, { now })}.`
                    : "It can’t be opened any more, and will be deleted from storage shortly."}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {changes && (
        <RetentionDialog
          requestId={request.id}
          isSent
          days={retention.days}
          onClose={() => setChanges(false)}
        />
      )}
    </section>
  );
}
