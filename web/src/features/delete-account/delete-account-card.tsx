import { useState } from "react";
import { Button } from "../../ui/forms/button.tsx";
import { SectionCard } from "../../ui/layout/section-card.tsx";
import { DeleteAccountDialog } from "./delete-account-dialog.tsx";

interface DeleteAccountCardProps {
  userId: string;
  email: string;
  /** The account and all its sessions are deleted. */
  onDeleted: () => void;
}

export function DeleteAccountCard({ userId, email, onDeleted }: DeleteAccountCardProps) {
  const [open, setOpen] = useState(false);
  return (
    <SectionCard
      title="Delete account"
      text="Your account, name and all sign-in methods will be permanently deleted. You’ll see what else is deleted before you confirm."
      isDangerous
      footer={
        <Button variant="danger" onClick={() => setOpen(true)}>
          Delete my account
        </Button>
      }
    >
      {open && (
        <DeleteAccountDialog
          userId={userId}
          email={email}
          onClose={() => setOpen(false)}
          onDeleted={onDeleted}
        />
      )}
    </SectionCard>
  );
}
