import { useDeleteTag } from "../../../data/tags/change-tag.mutation.ts";
import type { WorkspaceTag } from "../../../data/tags/workspace-tags.query.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { tagUses } from "./tag-uses.models.ts";

interface DeleteTagDialogProps {
  workspaceId: string;
  tag: WorkspaceTag;
  onClose: () => void;
}

/** Asks before a tag is taken off what has it, which can't be undone. */
export function DeleteTagDialog({ workspaceId, tag, onClose }: DeleteTagDialogProps) {
  const remove = useDeleteTag();
  const uses = tagUses(tag);
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
      <p>{uses === null ? "It isn’t in use." : `It’s removed from ${uses}. This can’t be undone.`}</p>
    </ConfirmDialog>
  );
}
