import { Check, Info, Pause, Play, RotateCw } from "lucide-react";
import { useState } from "react";
import type { Bulk } from "../../../data/bulk/bulk.models.ts";
import { type BulkChange, useChangeBulk } from "../../../data/bulk/change-bulk.mutation.ts";
import { errorSentences, errorText, toAppError } from "../../../lib/errors.ts";
import { formatCount } from "../../../lib/format-count.ts";
import { useFocusFallback } from "../../../lib/use-focus-fallback.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import { ProgressBar } from "../../../ui/status/progress-bar.tsx";
import styles from "../bulk-send.module.css";
import { adviceOf, isEnded, leftText } from "./progress-text.models.ts";

/** The number sent so far, when the rest goes, and what stops it. */
export function ProgressCard({ bulk, now }: { bulk: Bulk; now: Date }) {
  const change = useChangeBulk();
  const [isStopping, setStopping] = useState(false);
  const id = bulk.id;
  const { group, groupProps } = useFocusFallback(`${bulk.failed > 0} ${isEnded(bulk)}`);
  const isHalted = bulk.isPaused || !bulk.canSend;
  const doing = (of: BulkChange) => change.isPending && change.variables.change === of;
  const stop = async () => {
    try {
      await change.mutateAsync({ id, change: "stop" });
      setStopping(false);
    } catch {
      // The dialog shows it.
    }
  };
  return (
    <Card className={styles["progress"]}>
      <div>
        <p>
          <b>{bulk.sent}</b> of {bulk.people} sent
        </p>
        <p>{leftText(bulk, { now })}</p>
      </div>
      <ProgressBar value={bulk.sent / bulk.people} label="Requests sent" />
      <div>
        <p role="status">
          {isEnded(bulk) && bulk.problems === 0 ? <Check aria-hidden="true" /> : <Info aria-hidden="true" />}
          {adviceOf(bulk)}
        </p>
        <div ref={group} tabIndex={-1} {...groupProps} className={styles["acts"]}>
          {bulk.failed > 0 && !bulk.isStopped && (
            <Button
              size="small"
              icon={<RotateCw aria-hidden="true" />}
              busy={doing("retry")}
              onClick={() => change.mutate({ id, change: "retry" })}
            >
              Try again
            </Button>
          )}
          {!isEnded(bulk) && (
            <>
              <Button
                size="small"
                icon={isHalted ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
                busy={doing("pause") || doing("resume")}
                onClick={() => change.mutate({ id, change: isHalted ? "resume" : "pause" })}
              >
                {isHalted ? "Resume" : "Pause"}
              </Button>
              <Button size="small" variant="quiet" onClick={() => setStopping(true)}>
                Stop
              </Button>
            </>
          )}
        </div>
      </div>
      {change.isError && !isStopping && (
        <Notice tone="returned" announce>
          {errorText(toAppError(change.error))}
        </Notice>
      )}
      <ConfirmDialog
        open={isStopping}
        onClose={() => setStopping(false)}
        title="Stop sending?"
        cancelLabel="Keep sending"
        confirmLabel="Stop"
        busy={doing("stop")}
        failure={change.isError && change.variables.change === "stop" ? errorSentences(change.error) : null}
        onConfirm={() => void stop()}
      >
        <p>
          {formatCount(bulk.waiting, "person", "people")} may still be waiting. Those who have no request yet
          won’t get one; requests that were sent stay as they are. This can’t be undone.
        </p>
      </ConfirmDialog>
    </Card>
  );
}
