import { type FormEvent, useId, useState } from "react";
import { useSetReminders } from "../../data/reminders/set-reminders.mutation.ts";
import type { Request } from "../../data/requests/request.models.ts";
import { errorText } from "../../lib/errors.ts";
import { whenDone } from "../../lib/when-done.ts";
import { AfterField, BeforeField, MostField, UndatedField } from "./plan-fields.tsx";
import { planText } from "./plan.models.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import { Notice } from "../../ui/status/notice.tsx";
import styles from "./schedule-dialog.module.css";

interface ScheduleDialogProps {
  request: Pick<Request, "id" | "dueOn" | "reminderPlan" | "areRemindersPaused">;
  onClose: () => void;
}

/** On which days the recipients of a request are reminded. */
export function ScheduleDialog({ request, onClose }: ScheduleDialogProps) {
  const set = useSetReminders();
  const toast = useToast();
  const formId = useId();
  const [plan, setPlan] = useState(request.reminderPlan);
  const isDated = request.dueOn !== null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void whenDone(
      set.mutateAsync({ requestId: request.id, plan, isPaused: request.areRemindersPaused }),
      () => {
        toast({ message: "Schedule saved", tone: "success" });
        onClose();
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
        {isDated && <BeforeField plan={plan} onChange={setPlan} />}
        {isDated ? (
          <AfterField plan={plan} onChange={setPlan} />
        ) : (
          <UndatedField plan={plan} onChange={setPlan} />
        )}
        <MostField plan={plan} onChange={setPlan} />
        <p className={styles["hint"]}>{planText(plan, isDated)}</p>
        {set.error && (
          <Notice tone="returned" announce>
            {errorText(set.error)}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}
