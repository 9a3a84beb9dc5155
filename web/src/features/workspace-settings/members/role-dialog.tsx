import type { MemberRole } from "@sheaf/contract/states";
import type { Member } from "../../../data/members/member.models.ts";
import { useSetRole } from "../../../data/members/set-role.mutation.ts";
import type { Workspace } from "../../../data/workspaces/workspace.models.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { whenDone } from "../../../lib/when-done.ts";
import { inDialog } from "../../../steps/confirm-identity/in-place.tsx";
import { useProven } from "../../../steps/confirm-identity/use-proven.ts";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { aRole, roleTexts } from "./roles.models.ts";

interface RoleDialogProps {
  workspace: Workspace;
  member: Member;
  role: MemberRole;
  isMe: boolean;
  onClose: () => void;
}

export function RoleDialog({ workspace, member, role, isMe, onClose }: RoleDialogProps) {
  const plain = useSetRole();
  const proven = useProven("roles", useSetRole());
  const change = isMe ? plain : proven;
  const toast = useToast();
  const who = isMe ? "yourself" : member.name;
  const confirm = () =>
    void whenDone(change.mutateAsync({ workspaceId: workspace.id, userId: member.userId, role }), () => {
      toast({
        message: `${isMe ? "You are" : `${member.name} is`} now ${aRole[role]}.`,
        tone: "success",
      });
      onClose();
    });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Make ${who} ${aRole[role]}?`}
      cancelLabel="Cancel"
      confirmLabel="Change role"
      tone="primary"
      busy={change.isPending}
      failure={change.error && errorSentences(change.error)}
      step={inDialog(proven.question)}
      onConfirm={confirm}
    >
      <p>{roleTexts[role]}</p>
      {isMe && <p>You can’t undo this yourself.</p>}
    </ConfirmDialog>
  );
}
