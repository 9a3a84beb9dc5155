import { useDeleteTag } from "../../../data/tags/change-tag.mutation.ts";
import type { WorkspaceTag } from "../../../data/tags/workspace-tags.query.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { formatCappedCount } from "../../../lib/format-count.ts";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";

interface DeleteTagDialogProps {
  workspaceId: string;
  tag: WorkspaceTag;
  onClose: () => void;
}

/** Asks before a tag is taken off its requests, which can't be undone. */
export function DeleteTagDialog({ workspaceId, tag, onClose }: DeleteTagDialogProps) {
  const remove = useDeleteTag();
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete “${tag.name}”?`}
      cancelLabel="Keep"
      confirmLabel="Delete"
      busy={remove.isPending}
      failure={remove.error && errorSentences(remove.error)}
      onConfirm={() => remove.mutate({ workspaceId, tagId: tag.id }, { onSuccess: onClose })}
    >
      <p>
        {tag.requests === 0
          ? "No request has it."
          : `It is taken off ${formatCappedCount(tag.requests, "request")}. This can’t be undone.`}
      </p>
    </ConfirmDialog>
  );
}
