import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { membersOptions } from "../../data/members/members.query.ts";
import type { Workspace } from "../../data/workspaces/workspace.models.ts";
import { Button } from "../../ui/forms/button.tsx";
import { SectionCard } from "../../ui/layout/section-card.tsx";
import { RemoveDialog } from "./members/remove-dialog.tsx";

interface LeaveCardProps {
  workspace: Workspace;
  userId: string;
  onLeft: () => void;
}

/** Hidden from the only member, who can only delete the workspace. */
export function LeaveCard({ workspace, userId, onLeft }: LeaveCardProps) {
  const { data: members = [] } = useQuery(membersOptions({ workspaceId: workspace.id }));
  const [isOpen, setOpen] = useState(false);
  const me = members.find((member) => member.userId === userId);
  if (!me || members.length < 2) return null;
  return (
    <SectionCard
      title="Leave workspace"
      text="You lose access to its requests and files at once. Your requests stay with the other members."
      footer={
        <Button variant="danger" onClick={() => setOpen(true)}>
          Leave {workspace.name}
        </Button>
      }
    >
      {isOpen && (
        <RemoveDialog
          workspace={workspace}
          member={me}
          members={members}
          userId={userId}
          onClose={() => setOpen(false)}
          onRemoved={onLeft}
        />
      )}
    </SectionCard>
  );
}
