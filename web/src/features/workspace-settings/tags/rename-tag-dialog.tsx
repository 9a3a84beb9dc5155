import { limits } from "@sheaf/contract/limits";
import { type FormEvent, useId, useState } from "react";
import { useRenameTag } from "../../../data/tags/change-tag.mutation.ts";
import type { WorkspaceTag } from "../../../data/tags/workspace-tags.query.ts";
import { errorText } from "../../../lib/errors.ts";
import { tagNamed } from "../../../steps/assignees-and-tags/tag-choices.models.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { TextInput } from "../../../ui/forms/text-input.tsx";
import { Dialog, focusOnOpen } from "../../../ui/overlays/dialog.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import styles from "../workspace-settings.module.css";

interface RenameTagDialogProps {
  workspaceId: string;
  tag: WorkspaceTag;
  tags: readonly WorkspaceTag[];
  onClose: () => void;
}

/** Renames a tag, or makes it one with the other tag that has the name. */
export function RenameTagDialog({ workspaceId, tag, tags, onClose }: RenameTagDialogProps) {
  const rename = useRenameTag();
  const formId = useId();
  const [typed, setTyped] = useState(tag.name);
  const [tried, setTried] = useState(false);
  const name = typed.trim();
  const other = tagNamed(
    tags.filter(({ id }) => id !== tag.id),
    name,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (name === "" || rename.isPending) return;
    rename.mutate({ workspaceId, tagId: tag.id, name }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={`Rename “${tag.name}”`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={rename.isPending}>
            {other ? "Merge" : "Rename"}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className={styles["text"]}>
        <Field
          label="Name"
          error={tried && name === "" ? "Enter a name." : rename.error && errorText(rename.error)}
        >
          <TextInput
            ref={focusOnOpen}
            autoComplete="off"
            maxLength={limits.tagLength}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              if (rename.isError) rename.reset();
            }}
          />
        </Field>
        {other && (
          <Notice tone="waiting">
            The tag “{other.name}” already exists. The two will be merged, which can’t be undone.
          </Notice>
        )}
      </form>
    </Dialog>
  );
}
