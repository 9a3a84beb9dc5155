import { useState } from "react";
import type { Member } from "../../../data/members/member.models.ts";
import { useLeaveWorkspace, useRemoveMember } from "../../../data/members/remove-member.mutation.ts";
import type { Workspace } from "../../../data/workspaces/workspace.models.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { whenDone } from "../../../lib/when-done.ts";
import { inDialog } from "../../../steps/confirm-identity/in-place.tsx";
import { useProven } from "../../../steps/confirm-identity/use-proven.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import styles from "./members.module.css";

interface RemoveDialogProps {
  workspace: Workspace;
  /** The one to remove; the signed-in user leaves. */
  member: Member;
  members: readonly Member[];
  /** The signed-in user. */
  userId: string;
  onClose: () => void;
  onRemoved?: () => void;
}

/** Removes a member, or leaves the workspace. Another member takes over their open requests. */
export function RemoveDialog({ workspace, member, members, userId, onClose, onRemoved }: RemoveDialogProps) {
  const isMe = member.userId === userId;
  const leave = useLeaveWorkspace();
  const removeMember = useRemoveMember();
  const removeManager = useProven("roles", useRemoveMember());
  const remove = isMe ? leave : member.role === "member" ? removeMember : removeManager;
  const toast = useToast();
  const others = members.filter((other) => other.userId !== member.userId);
  const [chosen, setChosen] = useState<string>();
  const preferred = [chosen, userId].find((id) => others.some((other) => other.userId === id));
  // The chosen successor may have left since.
  const successorId = preferred ?? others[0]?.userId ?? "";
  const confirm = () =>
    void whenDone(
      remove.mutateAsync({ workspaceId: workspace.id, userId: member.userId, successorId }),
      () => {
        toast({
          message: isMe ? `You have left ${workspace.name}.` : `${member.name} has been removed.`,
          tone: "success",
        });
        onClose();
        onRemoved?.();
      },
    );
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={isMe ? `Leave ${workspace.name}?` : `Remove ${member.name}?`}
      cancelLabel={isMe ? "Stay" : "Keep"}
      confirmLabel={isMe ? "Leave" : "Remove"}
      busy={remove.isPending}
      failure={remove.error && errorSentences(remove.error)}
      step={inDialog(removeManager.question)}
      onConfirm={confirm}
    >
      <div className={styles["form"]}>
        <p>
          {isMe ? "You lose" : "They lose"} access to every request and file at once. What{" "}
          {isMe ? "you" : "they"} created stays.
        </p>
        <Field label={`Assign ${isMe ? "your" : "their"} drafts and open requests to`}>
          <Select value={successorId} onChange={(event) => setChosen(event.target.value)}>
            {others.map((other) => (
              <option key={other.userId} value={other.userId}>
                {other.userId === userId ? `${other.name} (you)` : other.name}
              </option>
            ))}
          </Select>
        </Field>
      </div>
    </ConfirmDialog>
  );
}
