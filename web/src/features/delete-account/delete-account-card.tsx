import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { DeleteAccountDialog } from "./delete-account-dialog.tsx";

interface DeleteAccountCardProps {
  userId: string;
  email: string;
  /** The account is gone: nobody is signed in any more, wherever they were. */
  onDeleted: () => void;
}

/** The way out for good. What goes with it is asked of the service when somebody wants to know. */
export function DeleteAccountCard({ userId, email, onDeleted }: DeleteAccountCardProps) {
  const [open, setOpen] = useState(false);
  return (
    <SectionCard
      title="Delete account"
      text="Your account, your name and every way you sign in go for good. You read first what else goes."
      footer={<Button onClick={() => setOpen(true)}>Delete my account</Button>}
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
