import { type FormEvent, useId } from "react";
import { useSetReminders } from "../../../data/reminders/set-reminders.mutation.ts";
import type { Request } from "../../../data/requests/request.models.ts";
import { errorText } from "../../../lib/errors.ts";
import { DaysBeforeField, DaysBetweenField, MostField } from "../../../steps/reminder-plan/plan-fields.tsx";
import { planText } from "../../../steps/reminder-plan/plan.models.ts";
import { usePlanForm } from "../../../steps/reminder-plan/use-plan-form.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import styles from "./reminders-card.module.css";

interface ScheduleDialogProps {
  request: Request;
  onClose: () => void;
}

/** On which days the recipients of a request are reminded. */
export function ScheduleDialog({ request, onClose }: ScheduleDialogProps) {
  const set = useSetReminders();
  const toast = useToast();
  const formId = useId();
  const { reminderPlan: plan, dueOn } = request;
  const isDated = dueOn !== null;
  const form = usePlanForm(plan);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.plan) return;
    set.mutate(
      { requestId: request.id, plan: form.plan, isPaused: request.areRemindersPaused },
      {
        onSuccess: () => {
          toast({ message: "Schedule saved", tone: "success" });
          onClose();
        },
      },
    );
  };

  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title="Reminders"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={set.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={styles["form"]} onSubmit={submit}>
        <p>
          Reminders go out on weekdays, 9:00–17:00 in the recipient’s time zone. They list what’s missing and
          stop when nothing is.
        </p>
        {isDated && <DaysBeforeField field={form.before} />}
        {isDated ? (
          <DaysBetweenField label="Days between reminders after the due date" field={form.every} />
        ) : (
          <DaysBetweenField label="Days between reminders" field={form.undated} />
        )}
        <MostField field={form.most} />
        {form.plan && <p className={styles["hint"]}>{planText(form.plan, isDated)}</p>}
        {set.error && (
          <Notice tone="returned" announce>
            {errorText(set.error)}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}
