import { type FormEvent, useId } from "react";
import { useSetReminderDefaults } from "../../../data/workspaces/set-reminder-defaults.mutation.ts";
import type { WorkspaceSettings } from "../../../data/workspaces/workspace-settings.query.ts";
import { errorText } from "../../../lib/errors.ts";
import { whenDone } from "../../../lib/when-done.ts";
import {
  AfterField,
  BeforeField,
  MostField,
  UndatedField,
} from "../../../steps/reminder-plan/plan-fields.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { SectionCard } from "../../../ui/layout/section-card.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { useEdits } from "../saving/use-edits.ts";
import { WithSaveBar } from "../saving/with-save-bar.tsx";
import styles from "./email.module.css";
import { PlanLine } from "./plan-line.tsx";

const names = { plan: "reminders", zone: "time zone" };

interface EmailFormProps {
  workspaceId: string;
  settings: Pick<WorkspaceSettings, "zone" | "plan">;
}

/** The reminders that new requests begin with, and by whose clock they go out. */
export function EmailForm({ workspaceId, settings }: EmailFormProps) {
  const formId = useId();
  const set = useSetReminderDefaults();
  const toast = useToast();
  const { values, changed, edit, settle, discard } = useEdits({ plan: settings.plan, zone: settings.zone });
  const { plan, zone } = values;
  const change = (next: WorkspaceSettings["plan"]) => edit({ plan: next });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (set.isPending || changed.length === 0) return;
    void whenDone(set.mutateAsync({ workspaceId, plan, zone }), () => {
      settle({ plan, zone });
      toast({ message: "Saved for new requests.", tone: "success" });
    });
  };
  const reset = () => {
    discard();
    set.reset();
  };

  return (
    <WithSaveBar
      label="Email settings"
      formId={formId}
      changes={changed.map((key) => names[key])}
      effect="Requests that exist keep their reminders."
      busy={set.isPending}
      problem={set.error ? errorText(set.error) : undefined}
      onDiscard={reset}
    >
      <form id={formId} onSubmit={submit} noValidate className={styles["form"]}>
        <SectionCard title="Reminders" text="Used for new requests. Each request can have its own schedule.">
          <PlanLine plan={plan} />
          <div className={styles["fields"]}>
            <BeforeField plan={plan} onChange={change} />
            <AfterField plan={plan} onChange={change} />
            <UndatedField plan={plan} onChange={change} />
            <MostField plan={plan} onChange={change} />
          </div>
          <p className={styles["hint"]}>
            Reminders go out on weekdays, 9:00–17:00 in the recipient’s time zone, and never when nothing is
            missing.
          </p>
        </SectionCard>
        <SectionCard title="Time" text="For recipients who haven’t opened their link yet.">
          <div className={styles["fields"]}>
            <Field label="Time zone">
              <Select value={zone} onChange={(event) => edit({ zone: event.target.value })}>
                {zonesWith(settings.zone).map((known) => (
                  <option key={known} value={known}>
                    {known.replaceAll("_", " ")}
                  </option>
                ))}
              </Select>
            </Field>
          </div>
        </SectionCard>
      </form>
    </WithSaveBar>
  );
}

/** Every zone that this browser knows, and the saved one, which may have another name here. */
function zonesWith(saved: string): string[] {
  return [...new Set([saved, "UTC", ...Intl.supportedValuesOf("timeZone")])].toSorted();
}
