import { ReminderPlan } from "@sheaf/contract/reminder-plan";
import { type FormEvent, useId, useState } from "react";
import * as v from "valibot";
import { useSetReminders } from "../../../data/reminders/set-reminders.mutation.ts";
import type { Request } from "../../../data/requests/request.models.ts";
import { errorText } from "../../../lib/errors.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { TextInput } from "../../../ui/forms/text-input.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import styles from "./reminders-card.module.css";
import { planText, toDays } from "./reminders.models.ts";

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
  const [before, setBefore] = useState(plan.before.join(", "));
  const [step, setStep] = useState(String(isDated ? plan.every : plan.undated));
  const [most, setMost] = useState(String(plan.most));
  const parsed = v.safeParse(ReminderPlan, {
    ...plan,
    before: toDays(before),
    [isDated ? "every" : "undated"]: Number(step),
    most: Number(most),
  });
  const wrong = new Set(parsed.success ? [] : parsed.issues.map(({ path }) => path?.[0].key));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!parsed.success) return;
    set.mutate(
      { requestId: request.id, plan: parsed.output, isPaused: request.areRemindersPaused },
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
        {isDated && (
          <Field
            label="Days before the due date"
            hint="0 is the day itself."
            error={wrong.has("before") && "Enter up to six numbers of days, such as 7, 2, 0."}
          >
            <TextInput
              value={before}
              inputMode="numeric"
              onChange={(event) => setBefore(event.target.value)}
            />
          </Field>
        )}
        <Field
          label={isDated ? "Days between reminders after it" : "Days between reminders"}
          error={wrong.has(isDated ? "every" : "undated") && "Enter a number from 1 to 60."}
        >
          <TextInput value={step} inputMode="numeric" onChange={(event) => setStep(event.target.value)} />
        </Field>
        <Field
          label="Maximum number of reminders"
          error={wrong.has("most") && "Enter a number from 1 to 12."}
        >
          <TextInput value={most} inputMode="numeric" onChange={(event) => setMost(event.target.value)} />
        </Field>
        {parsed.success && <p className={styles["hint"]}>{planText(parsed.output, isDated)}</p>}
        {set.error && (
          <Notice tone="returned" announce>
            {errorText(set.error)}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}
