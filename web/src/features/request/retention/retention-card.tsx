import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Request } from "../../../data/requests/request.models.ts";
import type { RemovedFile } from "../../../data/retention/removed-files.query.ts";
import { retentionText } from "../../../data/retention/retention.models.ts";
import { retentionOptions } from "../../../data/retention/retention.query.ts";
import { formatMoment } from "../../../lib/dates.ts";
import { formatCount } from "../../../lib/format-count.ts";
import { formatSize } from "../../../lib/format-size.ts";
import { RetentionDialog } from "../../../steps/retention/retention-dialog.tsx";
import { Button } from "../../../ui/forms/button.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { AsideHeading } from "../aside-heading.tsx";
import styles from "./retention.module.css";

interface RetentionCardProps {
  request: Request;
  now: Date;
  /** Records of deleted files. */
  removed: readonly RemovedFile[];
}

/** Retention of files and answers, and what was deleted already. */
export function RetentionCard({ request, now, removed }: RetentionCardProps) {
  const { data: retention } = useQuery(retentionOptions({ requestId: request.id }));
  const [changes, setChanges] = useState(false);
  if (!retention || retention.deletedAt !== null) return null;
  return (
    <section aria-labelledby="request-retention">
      <AsideHeading id="request-retention" title="How long files are kept">
        {retention.erasedAt === null && (
          <Button size="small" variant="quiet" onClick={() => setChanges(true)}>
            Change
          </Button>
        )}
      </AsideHeading>
      <Card className={styles["card"]}>
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
      </Card>
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
