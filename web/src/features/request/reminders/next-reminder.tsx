import { Bell } from "lucide-react";
import { useState } from "react";
import { useSetReminders } from "../../../data/reminders/set-reminders.mutation.ts";
import type { Request } from "../../../data/requests/request.models.ts";
import { formatMoment } from "../../../lib/dates.ts";
import { errorText } from "../../../lib/errors.ts";
import { formatCount } from "../../../lib/format-count.ts";
import { whenDone } from "../../../lib/when-done.ts";
import { planText } from "../../../steps/reminder-plan/plan.models.ts";
import { ScheduleDialog } from "../../../steps/reminder-plan/schedule-dialog.tsx";
import { Button } from "../../../ui/forms/button.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import { Fold } from "../panel/fold.tsx";
import { PreviewDialog } from "./preview-dialog.tsx";
import styles from "./next-reminder.module.css";
import {
  canRemind,
  missingCount,
  nextReminder,
  noReminderText,
  remindableFrom,
  sentText,
} from "./reminders.models.ts";
import type { useRemind } from "./use-remind.ts";

interface NextReminderProps {
  request: Request;
  now: Date;
  reminding: ReturnType<typeof useRemind>;
}

/** The next reminder to recipients, and the number of items in it. */
export function NextReminder({ request, now, reminding }: NextReminderProps) {
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
    <section aria-label="Reminders">
      <Fold
        icon={<Bell aria-hidden="true" />}
        line={
          next ? (
            <>
              Next reminder <b>{formatMoment(next.at, { now })}</b>
            </>
          ) : (
            <>
              <b>Reminders</b> <small>{noReminderText(request)}</small>
            </>
          )
        }
      >
        {next && (
          <p>
            To {next.to}, lists {formatCount(next.items, "item")}.
          </p>
        )}
        <p>{planText(request.reminderPlan, request.dueOn !== null)}</p>
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
            <Button size="small" onClick={pause} busy={set.isPending}>
              {isPaused ? "Resume" : "Pause"}
            </Button>
          )}
          <Button size="small" onClick={() => setOpen("schedule")}>
            Edit schedule
          </Button>
        </div>
      </Fold>
      {open === "preview" && next && (
        <PreviewDialog requestId={request.id} to={next.to} onClose={() => setOpen(null)} />
      )}
      {open === "schedule" && <ScheduleDialog request={request} onClose={() => setOpen(null)} />}
    </section>
  );
}
