import { useState } from "react";
import { useSetReminders } from "../../../data/reminders/set-reminders.mutation.ts";
import type { Request } from "../../../data/requests/request.models.ts";
import { formatMoment } from "../../../lib/dates.ts";
import { errorText } from "../../../lib/errors.ts";
import { formatCount } from "../../../lib/format-count.ts";
import { whenDone } from "../../../lib/when-done.ts";
import { ScheduleDialog } from "../../../steps/reminder-plan/schedule-dialog.tsx";
import { Button } from "../../../ui/forms/button.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import { AsideHeading } from "../aside-heading.tsx";
import { PreviewDialog } from "./preview-dialog.tsx";
import styles from "./reminders-card.module.css";
import {
  canRemind,
  missingCount,
  nextReminder,
  noReminderText,
  remindableFrom,
  sentText,
} from "./reminders.models.ts";
import type { useRemind } from "./use-remind.ts";

interface RemindersCardProps {
  request: Request;
  now: Date;
  reminding: ReturnType<typeof useRemind>;
}

/** The next reminder to recipients, and the number of items in it. */
export function RemindersCard({ request, now, reminding }: RemindersCardProps) {
  const [open, setOpen] = useState<"preview" | "schedule" | null>(null);
  const set = useSetReminders();
  const toast = useToast();
  const next = nextReminder(request);
  const from = remindableFrom(request);
  const isRemindable = canRemind(request, now);
  const isPaused = request.areRemindersPaused;

  const pause = () =>
    void whenDone(
      set.mutateAsync({ requestId: request.id, plan: request.reminderPlan, isPaused: !isPaused }),
      () => toast({ message: isPaused ? "Reminders resumed" : "Reminders paused" }),
    );

  return (
    <>
      <AsideHeading id="request-reminders" title="Reminders">
        <Button size="small" variant="quiet" onClick={() => setOpen("schedule")}>
          Edit schedule
        </Button>
      </AsideHeading>
      <Card className={styles["card"]}>
        <p className={styles["hint"]}>Next reminder</p>
        {next ? (
          <>
            <p className={styles["when"]}>{formatMoment(next.at, { now })}</p>
            <p>
              to {next.to}, lists {formatCount(next.items, "item")}
            </p>
          </>
        ) : (
          <p>{noReminderText(request)}</p>
        )}
        <p className={styles["sent"]}>
          {sentText(request)}
          {from && !isRemindable && ` You can send one yourself from ${formatMoment(from, { now })}.`}
        </p>
        {set.error && (
          <Notice tone="returned" announce>
            {errorText(set.error)}
          </Notice>
        )}
        <div className={styles["actions"]}>
          {next && (
            <Button size="small" onClick={() => setOpen("preview")}>
              Preview
            </Button>
          )}
          {isRemindable && (
            <Button size="small" onClick={reminding.remind} busy={reminding.isBusy}>
              Send now
            </Button>
          )}
          {request.phase === "open" && missingCount(request) > 0 && (
            <Button size="small" variant="quiet" onClick={pause} busy={set.isPending}>
              {isPaused ? "Resume" : "Pause"}
            </Button>
          )}
        </div>
      </Card>
      {open === "preview" && next && (
        <PreviewDialog requestId={request.id} to={next.to} onClose={() => setOpen(null)} />
      )}
      {open === "schedule" && <ScheduleDialog request={request} onClose={() => setOpen(null)} />}
    </>
  );
}
