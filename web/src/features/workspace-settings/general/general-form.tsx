import { isAccent } from "@sheaf/contract/branding";
import { limits } from "@sheaf/contract/limits";
import { nameProblem } from "@sheaf/contract/names";
import { type FormEvent, useId, useRef, useState } from "react";
import type { Branding } from "../../../data/workspaces/branding.models.ts";
import { useRenameWorkspace } from "../../../data/workspaces/rename-workspace.mutation.ts";
import { useSetBranding } from "../../../data/workspaces/set-branding.mutation.ts";
import type { Workspace } from "../../../data/workspaces/workspace.models.ts";
import { errorText } from "../../../lib/errors.ts";
import { whenDone } from "../../../lib/when-done.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { TextInput } from "../../../ui/forms/text-input.tsx";
import { SectionCard } from "../../../ui/layout/section-card.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { useEdits } from "../saving/use-edits.ts";
import { WithSaveBar } from "../saving/with-save-bar.tsx";
import { darkened, ownAccent, toStored } from "./accent.models.ts";
import { AccentField } from "./accent-field.tsx";
import styles from "./general.module.css";
import { LogoField } from "./logo-field.tsx";
import { RecipientsView } from "./recipients-view.tsx";

const names = { name: "name", logo: "logo", accent: "accent colour" };

interface GeneralFormProps {
  workspace: Workspace;
  branding: Branding;
}

/** The workspace's look to recipients. */
export function GeneralForm({ workspace, branding }: GeneralFormProps) {
  const formId = useId();
  const nameField = useRef<HTMLInputElement>(null);
  const rename = useRenameWorkspace();
  const brand = useSetBranding();
  const toast = useToast();
  const [tried, setTried] = useState(false);
  const { values, changed, edit, settle, discard } = useEdits({
    name: workspace.name,
    logo: branding.logo,
    accent: branding.accent ?? ownAccent,
  });
  const { name, logo, accent } = values;
  const wrongName = nameProblem(name, "Enter a workspace name.");
  const isBusy = rename.isPending || brand.isPending;
  const error = rename.error ?? brand.error;

  const save = async () => {
    const workspaceId = workspace.id;
    if (changed.includes("name")) {
      await rename.mutateAsync({ workspaceId, name: name.trim() });
      settle({ name });
    }
    if (changed.includes("logo") || changed.includes("accent")) {
      await brand.mutateAsync({ workspaceId, branding: { accent: toStored(accent), logo } });
      settle({ logo, accent });
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wrongName !== undefined) nameField.current?.focus();
    if (wrongName !== undefined || isBusy || changed.length === 0 || !isAccent(accent)) return;
    void whenDone(save(), () => toast({ message: "Saved. Recipients see it now.", tone: "success" }));
  };
  const reset = () => {
    discard();
    setTried(false);
    rename.reset();
    brand.reset();
  };

  return (
    <WithSaveBar
      label="General settings"
      formId={formId}
      changes={changed.map((key) => names[key])}
      effect="Open requests show it at once."
      busy={isBusy}
      isBlocked={!isAccent(accent)}
      problem={error ? errorText(error) : undefined}
      onDiscard={reset}
    >
      <SectionCard title="Name and logo" text="Recipients see both, so they know who is asking.">
        <form id={formId} onSubmit={submit} noValidate className={styles["form"]}>
          <div className={styles["fields"]}>
            <Field label="Workspace name" error={tried && wrongName}>
              <TextInput
                ref={nameField}
                name="organization"
                autoComplete="organization"
                required
                maxLength={limits.nameLength}
                value={name}
                onChange={(event) => {
                  edit({ name: event.target.value });
                  setTried(false);
                }}
              />
            </Field>
            <LogoField name={name} logo={logo} onChange={(chosen) => edit({ logo: chosen })} />
            <AccentField accent={accent} onChange={(chosen) => edit({ accent: chosen })} />
          </div>
          {/* Until it can be saved, the picture shows what the colour would become. */}
          <RecipientsView name={name} branding={{ accent: toStored(darkened(accent)), logo }} />
        </form>
      </SectionCard>
    </WithSaveBar>
  );
}
