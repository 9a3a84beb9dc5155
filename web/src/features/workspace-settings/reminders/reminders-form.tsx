import { type FormEvent, useState } from "react";
import { useSetReminderDefaults } from "../../../data/workspaces/set-reminder-defaults.mutation.ts";
import type { WorkspaceSettings } from "../../../data/workspaces/workspace-settings.query.ts";
import { errorText } from "../../../lib/errors.ts";
import { DaysBeforeField, DaysBetweenField, MostField } from "../../../steps/reminder-plan/plan-fields.tsx";
import { usePlanForm } from "../../../steps/reminder-plan/use-plan-form.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import { PlanLine } from "./plan-line.tsx";
import styles from "./reminders.module.css";

interface RemindersFormProps {
  workspaceId: string;
  settings: Pick<WorkspaceSettings, "zone" | "plan">;
}

export function RemindersForm({ workspaceId, settings }: RemindersFormProps) {
  const form = usePlanForm(settings.plan);
  const [zone, setZone] = useState(settings.zone);
  const set = useSetReminderDefaults();
  const toast = useToast();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.plan || set.isPending) return;
    set.mutate(
      { workspaceId, zone, plan: form.plan },
      { onSuccess: () => toast({ message: "The schedule has been saved.", tone: "success" }) },
    );
  };
  return (
    <form onSubmit={submit} noValidate className={styles["form"]}>
      {form.plan && <PlanLine plan={form.plan} />}
      <div className={styles["fields"]}>
        <DaysBeforeField field={form.before} />
        <Field label="Time zone" hint="For recipients who haven’t opened their link yet.">
          <Select value={zone} onChange={(event) => setZone(event.target.value)}>
            {zonesWith(settings.zone).map((known) => (
              <option key={known} value={known}>
                {known.replaceAll("_", " ")}
              </option>
            ))}
          </Select>
        </Field>
        <DaysBetweenField label="Days between reminders after the due date" field={form.every} />
        <DaysBetweenField label="Days between reminders without a due date" field={form.undated} />
        <MostField field={form.most} />
      </div>
      <p className={styles["hint"]}>
        Reminders go out on weekdays, 9:00–17:00 in the recipient’s time zone, and never when nothing is
        missing.
      </p>
      {set.error && (
        <Notice tone="returned" announce>
          {errorText(set.error)}
        </Notice>
      )}
      <div>
        <Button type="submit" variant="primary" busy={set.isPending} disabled={!form.plan}>
          Save
        </Button>
      </div>
    </form>
  );
}

/** Every zone that this browser knows, and the saved one, which may have another name here. */
function zonesWith(saved: string): string[] {
  return [...new Set([saved, "UTC", ...Intl.supportedValuesOf("timeZone")])].toSorted();
}
