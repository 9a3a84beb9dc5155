import { useState } from "react";
import type { Workspace } from "../../data/workspaces/workspace.models.ts";
import { Button } from "../../ui/forms/button.tsx";
import { SectionCard } from "../../ui/layout/section-card.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";

interface DeleteCardProps {
  workspace: Workspace;
  onDeleted: () => void;
}

/** For owners. */
export function DeleteCard({ workspace, onDeleted }: DeleteCardProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <SectionCard
      title="Delete workspace"
      text="All its requests and files will be permanently deleted, for members and recipients alike. You’ll see what will be deleted before you confirm."
      isDangerous
      footer={
        <Button variant="danger" onClick={() => setOpen(true)}>
          Delete workspace
        </Button>
      }
    >
      {isOpen && <DeleteDialog workspace={workspace} onClose={() => setOpen(false)} onDeleted={onDeleted} />}
    </SectionCard>
  );
}
