import { Notice } from "../../ui/status/notice.tsx";
import type { Conflict } from "./conflict.models.ts";
import styles from "./conflict-notice.module.css";

/** Both versions of each field that was changed here and elsewhere. Nothing typed here is lost. */
export function ConflictNotice({ conflicts }: { conflicts: readonly Conflict[] }) {
  if (conflicts.length === 0) return null;
  return (
    <div className={styles["notice"]}>
      <Notice tone="waiting" announce>
        Someone else changed this request while you were editing. Compare the two versions, change yours where
        needed, then save again: your version of these fields replaces theirs.
        <dl className={styles["versions"]}>
          {conflicts.map(({ field, theirs, mine }) => (
            <div key={field}>
              <dt>{field}</dt>
              <dd>
                <b>Theirs:</b> {theirs || "empty"}
              </dd>
              <dd>
                <b>Yours:</b> {mine || "empty"}
              </dd>
            </div>
          ))}
        </dl>
      </Notice>
    </div>
  );
}
