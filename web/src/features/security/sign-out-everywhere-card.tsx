import { useState } from "react";
import { Button } from "../../ui/forms/button.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { SectionCard } from "../../ui/layout/section-card.tsx";

interface SignOutEverywhereCardProps {
  /** Leaves the page even if it fails. */
  onSignOut: () => Promise<unknown>;
}

export function SignOutEverywhereCard({ onSignOut }: SignOutEverywhereCardProps) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  return (
    <SectionCard
      title="Sign out everywhere"
      text="Signs you out on every device, including this one. Nothing is deleted."
      footer={<Button onClick={() => setAsking(true)}>Sign out everywhere</Button>}
    >
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Sign out everywhere?"
        cancelLabel="Stay signed in"
        confirmLabel="Sign out everywhere"
        tone="primary"
        busy={busy}
        onConfirm={() => {
          setBusy(true);
          void onSignOut();
        }}
      >
        You can sign in again with your email. If we can’t reach the service, only this device is signed out
        and the next page says so.
      </ConfirmDialog>
    </SectionCard>
  );
}
