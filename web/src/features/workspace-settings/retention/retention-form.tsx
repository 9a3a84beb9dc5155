import { limits } from "@sheaf/contract/limits";
import { type FormEvent, useId, useState } from "react";
import { useSetRetention } from "../../../data/retention/set-retention.mutation.ts";
import type { WorkspaceSettings } from "../../../data/workspaces/workspace-settings.query.ts";
import { errorText } from "../../../lib/errors.ts";
import { whenDone } from "../../../lib/when-done.ts";
import { InPlace } from "../../../steps/confirm-identity/in-place.tsx";
import { useProven } from "../../../steps/confirm-identity/use-proven.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { TextInput } from "../../../ui/forms/text-input.tsx";
import { SectionCard } from "../../../ui/layout/section-card.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { useEdits } from "../saving/use-edits.ts";
import { WithSaveBar } from "../saving/with-save-bar.tsx";
import { daysError, readDays } from "./retention.models.ts";
import styles from "./retention.module.css";

const names = { days: "days", sensitive: "days for sensitive items" };

interface RetentionFormProps {
  workspaceId: string;
  settings: Pick<WorkspaceSettings, "retainDays" | "retainSensitiveDays">;
}

/** The workspace's retention of files and answers. */
export function RetentionForm({ workspaceId, settings }: RetentionFormProps) {
  const formId = useId();
  const set = useProven("retention", useSetRetention());
  const toast = useToast();
  const [isChecked, setChecked] = useState(false);
  const { values, changed, edit, settle, discard } = useEdits({
    days: String(settings.retainDays ?? ""),
    sensitive: String(settings.retainSensitiveDays ?? ""),
  });
  const { days, sensitive } = values;
  const errors = { days: daysError(days), sensitive: daysError(sensitive, days) };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const isWrong = Object.values(errors).some((error) => error !== undefined);
    if (set.isPending || isWrong || changed.length === 0) return;
    void whenDone(
      set.mutateAsync({ workspaceId, days: readDays(days), sensitiveDays: readDays(sensitive) }),
      () => {
        settle({ days, sensitive });
        toast({ message: "Saved.", tone: "success" });
      },
    );
  };
  const reset = () => {
    discard();
    setChecked(false);
    set.reset();
  };
  return (
    <WithSaveBar
      label="How long files are kept"
      formId={formId}
      changes={changed.map((key) => names[key])}
      effect="Recipients see it before they add anything."
      busy={set.isPending}
      problem={set.error ? errorText(set.error) : undefined}
      onDiscard={reset}
    >
      <SectionCard
        title="How long files are kept"
        text="Counted from the day a request ends. Recipients see it before they add anything."
      >
        <InPlace question={set.question}>
          <form id={formId} onSubmit={submit} noValidate className={styles["form"]}>
            <div className={styles["fields"]}>
              <Field
                label="Days"
                hint={`${limits.fewestDaysKept} to ${limits.mostDaysKept}. Leave empty to keep them until they’re deleted by hand.`}
                error={isChecked && errors.days}
              >
                <TextInput
                  inputMode="numeric"
                  value={days}
                  onChange={(event) => edit({ days: event.target.value })}
                />
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
                  onChange={(event) => edit({ sensitive: event.target.value })}
                />
              </Field>
            </div>
            <p className={styles["hint"]}>
              A shorter time also applies to requests already sent. A longer one applies only to new requests.
              Members are warned 14 and 2 days before anything is deleted. What stays: the history, and each
              file’s name, size and checksum.
            </p>
          </form>
        </InPlace>
      </SectionCard>
    </WithSaveBar>
  );
}
