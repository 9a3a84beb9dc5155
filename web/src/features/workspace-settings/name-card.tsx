import { limits } from "@sheaf/contract/limits";
import { nameProblem } from "@sheaf/contract/names";
import { type FormEvent, useRef, useState } from "react";
import { useRenameWorkspace } from "../../data/workspaces/rename-workspace.mutation.ts";
import type { Workspace } from "../../data/workspaces/workspace.models.ts";
import { errorText } from "../../lib/errors.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { TextInput } from "../../ui/forms/text-input.tsx";
import { SectionCard } from "../../ui/layout/section-card.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import styles from "./workspace-settings.module.css";

export function NameCard({ workspace }: { workspace: Workspace }) {
  const [typed, setTyped] = useState<string>();
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const rename = useRenameWorkspace();
  const toast = useToast();
  const value = typed ?? workspace.name;
  const wrong = nameProblem(value, "Enter a workspace name.");

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wrong !== undefined) field.current?.focus();
    if (wrong !== undefined || rename.isPending) return;
    rename.mutate(
      { workspaceId: workspace.id, name: value.trim() },
      {
        onSuccess: () => {
          setTyped(undefined);
          toast({ message: "The name has been saved.", tone: "success" });
        },
      },
    );
  };
  const problem = tried && wrong !== undefined ? wrong : rename.error && errorText(rename.error);

  return (
    <SectionCard
      title="Name"
      text="Recipients see it, so they know who is asking. Open requests show a new name at once."
    >
      <form onSubmit={submit} noValidate className={styles["form"]}>
        <Field label="Workspace name" labelHidden error={problem}>
          <TextInput
            ref={field}
            name="organization"
            autoComplete="organization"
            required
            maxLength={limits.nameLength}
            value={value}
            onChange={(event) => {
              setTyped(event.target.value);
              setTried(false);
            }}
          />
        </Field>
        <Button type="submit" variant="primary" busy={rename.isPending}>
          Save
        </Button>
      </form>
    </SectionCard>
  );
}
