import { limits } from "@sheaf/contract/limits";
import { type FormEvent, useState } from "react";
import { useSetRetention } from "../../../data/retention/set-retention.mutation.ts";
import type { WorkspaceSettings } from "../../../data/workspaces/workspace-settings.query.ts";
import { errorText } from "../../../lib/errors.ts";
import { whenDone } from "../../../lib/when-done.ts";
import { InPlace } from "../../../steps/confirm-identity/in-place.tsx";
import { useProven } from "../../../steps/confirm-identity/use-proven.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { TextInput } from "../../../ui/forms/text-input.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import { daysError, readDays } from "./retention.models.ts";
import styles from "./retention.module.css";

interface RetentionFormProps {
  workspaceId: string;
  settings: Pick<WorkspaceSettings, "retainDays" | "retainSensitiveDays">;
}

export function RetentionForm({ workspaceId, settings }: RetentionFormProps) {
  const set = useProven("retention", useSetRetention());
  const toast = useToast();
  const [days, setDays] = useState(String(settings.retainDays ?? ""));
  const [sensitive, setSensitive] = useState(String(settings.retainSensitiveDays ?? ""));
  const [isChecked, setChecked] = useState(false);
  const errors = { days: daysError(days), sensitive: daysError(sensitive, days) };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (set.isPending || Object.values(errors).some((error) => error !== undefined)) return;
    void whenDone(
      set.mutateAsync({ workspaceId, days: readDays(days), sensitiveDays: readDays(sensitive) }),
      () => toast({ message: "Saved.", tone: "success" }),
    );
  };
  return (
    <InPlace question={set.question}>
      <form onSubmit={submit} noValidate className={styles["form"]}>
        <div className={styles["fields"]}>
          <Field
            label="Days"
            hint={`${limits.fewestDaysKept} to ${limits.mostDaysKept}. Leave empty to keep them until they’re deleted by hand.`}
            error={isChecked && errors.days}
          >
            <TextInput inputMode="numeric" value={days} onChange={(event) => setDays(event.target.value)} />
          </Field>
          <Field
            label="Days for sensitive items"
            optional
            hint="Identity, bank, health. Fewer than above."
            error={isChecked && errors.sensitive}
          >
            <TextInput
              inputMode="numeric"
              value={sensitive}
              onChange={(event) => setSensitive(event.target.value)}
            />
          </Field>
        </div>
        <p className={styles["hint"]}>
          Fewer days also apply to requests already sent; more days only to new ones, because recipients were
          promised less. Members are warned 14 and 2 days before anything is deleted. What stays: the history,
          and each file’s name, size and checksum.
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
    </InPlace>
  );
}
