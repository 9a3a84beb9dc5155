import { isAccent } from "@sheaf/contract/branding";
import { type FormEvent, useState } from "react";
import type { Branding } from "../../../data/workspaces/branding.models.ts";
import { useSetBranding } from "../../../data/workspaces/set-branding.mutation.ts";
import type { Workspace } from "../../../data/workspaces/workspace.models.ts";
import { errorText } from "../../../lib/errors.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import { darkened, ownAccent, toStored } from "./accent.models.ts";
import { AccentField } from "./accent-field.tsx";
import styles from "./branding.module.css";
import { LogoField } from "./logo-field.tsx";
import { RecipientsView } from "./recipients-view.tsx";

interface BrandingFormProps {
  workspace: Workspace;
  saved: Branding;
}

export function BrandingForm({ workspace: { id, name }, saved }: BrandingFormProps) {
  const [logo, setLogo] = useState(saved.logo);
  const [accent, setAccent] = useState(saved.accent ?? ownAccent);
  const set = useSetBranding();
  const toast = useToast();
  // Until it can be saved, the picture shows what the colour would become.
  const branding = { accent: toStored(darkened(accent)), logo };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (set.isPending || !isAccent(accent)) return;
    set.mutate(
      { workspaceId: id, branding },
      { onSuccess: () => toast({ message: "Recipients see the new look.", tone: "success" }) },
    );
  };
  return (
    <form onSubmit={submit} className={styles["form"]}>
      <div className={styles["fields"]}>
        <LogoField name={name} logo={logo} onChange={setLogo} />
        <AccentField accent={accent} onChange={setAccent} />
      </div>
      <RecipientsView name={name} branding={branding} />
      {set.error && (
        <Notice tone="returned" announce>
          {errorText(set.error)}
        </Notice>
      )}
      <div>
        <Button type="submit" variant="primary" busy={set.isPending} disabled={!isAccent(accent)}>
          Save
        </Button>
      </div>
    </form>
  );
}
