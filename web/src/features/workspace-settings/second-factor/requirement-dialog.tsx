import type { Member } from "../../../data/members/member.models.ts";
import { useRequireSecondFactor } from "../../../data/workspaces/require-second-factor.mutation.ts";
import type { Workspace } from "../../../data/workspaces/workspace.models.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { whenDone } from "../../../lib/when-done.ts";
import { inDialog } from "../../../steps/confirm-identity/in-place.tsx";
import { useProven } from "../../../steps/confirm-identity/use-proven.ts";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { noticeText } from "./requirement.models.ts";

interface RequirementDialogProps {
  workspace: Workspace;
  /** The new setting. */
  isRequired: boolean;
  /** Members without a second factor. */
  without: readonly Member[];
  onClose: () => void;
}

export function RequirementDialog({ workspace, isRequired, without, onClose }: RequirementDialogProps) {
  const change = useProven("second_factor_requirement", useRequireSecondFactor());
  const toast = useToast();
  const confirm = () =>
    void whenDone(change.mutateAsync({ workspaceId: workspace.id, isRequired }), () => {
      toast({
        message: isRequired
          ? "Two-factor authentication is now required."
          : "Two-factor authentication is no longer required.",
        tone: "success",
      });
      onClose();
    });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={isRequired ? "Require two-factor authentication?" : "Stop requiring it?"}
      cancelLabel="Cancel"
      confirmLabel={isRequired ? "Require it" : "Stop requiring it"}
      tone="primary"
      busy={change.isPending}
      failure={change.error && errorSentences(change.error)}
      step={inDialog(change.question)}
      onConfirm={confirm}
    >
      <p>
        {isRequired
          ? noticeText(without.map(({ name }) => name))
          : `Members can then open ${workspace.name} with their email or password alone. Those who have set it up keep using it.`}
      </p>
    </ConfirmDialog>
  );
}
