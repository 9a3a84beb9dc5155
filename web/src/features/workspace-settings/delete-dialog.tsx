import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { useDeleteWorkspace } from "../../data/workspaces/delete-workspace.mutation.ts";
import { workspaceContentsOptions } from "../../data/workspaces/workspace-contents.query.ts";
import type { Workspace } from "../../data/workspaces/workspace.models.ts";
import { errorSentences } from "../../lib/errors.ts";
import { inDialog } from "../../steps/confirm-identity/in-place.tsx";
import { useProven } from "../../steps/confirm-identity/use-proven.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { TextInput } from "../../ui/forms/text-input.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { Skeleton } from "../../ui/status/skeleton.tsx";
import { LiveRegion } from "../../ui/theme/visually-hidden.tsx";
import { contentsText } from "./contents.models.ts";
import styles from "./workspace-settings.module.css";

interface DeleteDialogProps {
  workspace: Workspace;
  onClose: () => void;
  onDeleted: () => void;
}

/** Says what goes and asks for the workspace's name as confirmation. */
export function DeleteDialog({ workspace, onClose, onDeleted }: DeleteDialogProps) {
  const contents = useQuery(workspaceContentsOptions({ workspaceId: workspace.id }));
  const deletion = useProven("delete_workspace", useDeleteWorkspace());
  const [typed, setTyped] = useState("");
  const [isWrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const title = `Delete ${workspace.name}?`;
  // A cached response from an earlier opening may be out of date.
  const current = contents.isFetchedAfterMount ? contents.data : undefined;

  if (!current) {
    return (
      <Dialog
        open
        onClose={onClose}
        size="small"
        title={title}
        footer={<Button onClick={onClose}>Keep it</Button>}
      >
        {contents.isError && !contents.isFetching ? (
          <ErrorState
            level={3}
            error={errorSentences(contents.error)}
            onRetry={() => void contents.refetch()}
          />
        ) : (
          <div className={styles["text"]}>
            <LiveRegion message="Checking what will be deleted" />
            <Skeleton height="66px" />
            <Skeleton height="44px" />
          </div>
        )}
      </Dialog>
    );
  }

  const confirm = () => {
    if (deletion.isPending) return;
    const matches = typed.trim().toLowerCase() === workspace.name.toLowerCase();
    setWrong(!matches);
    if (!matches) return field.current?.focus();
    deletion.mutate({ workspaceId: workspace.id }, { onSuccess: onDeleted });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm();
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={title}
      cancelLabel="Keep it"
      confirmLabel="Delete workspace"
      busy={deletion.isPending}
      failure={deletion.error && errorSentences(deletion.error)}
      step={inDialog(deletion.question)}
      onConfirm={confirm}
    >
      <form className={styles["text"]} onSubmit={submit} noValidate>
        <p>{contentsText(current)}</p>
        <Field
          label={
            <>
              Type <b className={styles["typed"]}>{workspace.name}</b> to confirm
            </>
          }
          error={isWrong && "That isn’t the name of this workspace."}
        >
          <TextInput
            ref={field}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setWrong(false);
            }}
          />
        </Field>
      </form>
    </ConfirmDialog>
  );
}
