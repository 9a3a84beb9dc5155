import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { SectionCard } from "../../ui/section-card.tsx";

interface SignOutEverywhereCardProps {
  /** Leaves the page in any case. */
  onSignOut: () => Promise<unknown>;
}

/** For a lost phone, or a doubt: ends every session of the account, this one too. */
export function SignOutEverywhereCard({ onSignOut }: SignOutEverywhereCardProps) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  return (
    <SectionCard
      title="Sign out everywhere"
      text="Ends your sign-in on every device, this one too. Nothing of yours is deleted."
      footer={<Button onClick={() => setAsking(true)}>Sign out everywhere</Button>}
    >
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Sign out everywhere?"
        keepLabel="Stay signed in"
        confirmLabel="Sign out everywhere"
        tone="primary"
        busy={busy}
        onConfirm={() => {
          setBusy(true);
          void onSignOut();
        }}
      >
        You sign in again here with your email. If we cannot reach the service, only this device is signed
        out, and the next page tells you.
      </ConfirmDialog>
    </SectionCard>
  );
}
