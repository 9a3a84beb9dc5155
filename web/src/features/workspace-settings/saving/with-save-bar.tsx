import type { ReactNode } from "react";
import { formatCount } from "../../../lib/format-count.ts";
import { useFocusFallback } from "../../../lib/use-focus-fallback.ts";
import { LeaveGuard } from "../../../steps/leave-guard/leave-guard.tsx";
import { Button } from "../../../ui/forms/button.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import { LiveRegion } from "../../../ui/theme/visually-hidden.tsx";
import { changesText } from "./edits.models.ts";
import styles from "./with-save-bar.module.css";

interface WithSaveBarProps {
  /** Accessible name of the group, which takes the focus when the bar disappears. */
  label: string;
  /** The form that the bar's button submits. Forms can't be nested, and the question for a proof is one as well. */
  formId: string;
  /** Names of what was changed: "name", "accent colour". */
  changes: readonly string[];
  /** The effect of saving, in one sentence. */
  effect: string;
  busy: boolean;
  /** Something entered can't be saved, and the page says so. */
  isBlocked?: boolean;
  /** Failure of the last attempt. */
  problem: string | undefined;
  onDiscard: () => void;
  children: ReactNode;
}

/** Names what has changed and offers to save it, only while something has. */
export function WithSaveBar(props: WithSaveBarProps) {
  const { label, formId, changes, effect, busy, isBlocked = false, problem, onDiscard, children } = props;
  const { group, groupProps } = useFocusFallback(changes.join());
  const hasChanges = changes.length > 0;
  const text = hasChanges ? changesText(changes) : "";
  return (
    <div
      ref={group}
      {...groupProps}
      tabIndex={-1}
      role="group"
      aria-label={label}
      className={styles["group"]}
    >
      {children}
      {hasChanges && (
        <>
          <div className={styles["room"]} />
          <section className={styles["bar"]} aria-label="Unsaved changes">
            <p>
              <b>{formatCount(changes.length, "change")}</b> {text}. <span>{effect}</span>
            </p>
            <div>
              <Button variant="quiet" disabled={busy} onClick={onDiscard}>
                Discard
              </Button>
              <Button type="submit" form={formId} variant="primary" busy={busy} disabled={isBlocked}>
                Save changes
              </Button>
            </div>
            {problem !== undefined && (
              <Notice tone="returned" announce>
                {problem}
              </Notice>
            )}
          </section>
        </>
      )}
      <LiveRegion message={hasChanges ? `Not saved: ${text}` : ""} />
      <LeaveGuard armed={hasChanges} />
    </div>
  );
}
