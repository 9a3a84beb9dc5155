import { useQuery } from "@tanstack/react-query";
import { useDeleteWorkspace } from "../../data/workspaces/delete-workspace.mutation.ts";
import { workspaceContentsOptions } from "../../data/workspaces/workspace-contents.query.ts";
import type { Workspace } from "../../data/workspaces/workspace.models.ts";
import { errorSentences } from "../../lib/errors.ts";
import { whenDone } from "../../lib/when-done.ts";
import { inDialog } from "../../steps/confirm-identity/in-place.tsx";
import { useProven } from "../../steps/confirm-identity/use-proven.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import { TypedConfirmDialog } from "../../ui/overlays/typed-confirm-dialog.tsx";
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
  const toast = useToast();
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

  const confirm = () =>
    void whenDone(deletion.mutateAsync({ workspaceId: workspace.id }), () => {
      toast({ message: `${workspace.name} has been deleted.`, tone: "success" });
      onDeleted();
    });
  return (
    <TypedConfirmDialog
      title={title}
      cancelLabel="Keep it"
      confirmLabel="Delete workspace"
      expected={workspace.name}
      mismatch="That isn’t the name of this workspace."
      busy={deletion.isPending}
      failure={deletion.error && errorSentences(deletion.error)}
      step={inDialog(deletion.question)}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{contentsText(current)}</p>
    </TypedConfirmDialog>
  );
}
