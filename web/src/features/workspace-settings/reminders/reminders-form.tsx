import { type FormEvent, useState } from "react";
import { useSetReminderDefaults } from "../../../data/workspaces/set-reminder-defaults.mutation.ts";
import type { WorkspaceSettings } from "../../../data/workspaces/workspace-settings.query.ts";
import { errorText } from "../../../lib/errors.ts";
import {
  AfterField,
  BeforeField,
  MostField,
  UndatedField,
} from "../../../steps/reminder-plan/plan-fields.tsx";
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
  const [plan, setPlan] = useState(settings.plan);
  const [zone, setZone] = useState(settings.zone);
  const set = useSetReminderDefaults();
  const toast = useToast();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (set.isPending) return;
    set.mutate(
      { workspaceId, zone, plan },
      { onSuccess: () => toast({ message: "The schedule has been saved.", tone: "success" }) },
    );
  };
  return (
    <form onSubmit={submit} noValidate className={styles["form"]}>
      <PlanLine plan={plan} />
      <div className={styles["fields"]}>
        <BeforeField plan={plan} onChange={setPlan} />
        <AfterField plan={plan} onChange={setPlan} />
        <UndatedField plan={plan} onChange={setPlan} />
        <MostField plan={plan} onChange={setPlan} />
        <Field label="Time zone" hint="For recipients who haven’t opened their link yet.">
          <Select value={zone} onChange={(event) => setZone(event.target.value)}>
            {zonesWith(settings.zone).map((known) => (
              <option key={known} value={known}>
                {known.replaceAll("_", " ")}
              </option>
            ))}
          </Select>
        </Field>
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
        <Button type="submit" variant="primary" busy={set.isPending}>
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
