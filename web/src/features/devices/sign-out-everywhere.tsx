import { useState } from "react";
import { Button } from "../../ui/forms/button.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";

interface SignOutEverywhereProps {
  /** Leaves the page even if it fails. */
  onSignOut: () => Promise<unknown>;
}

/** Button that signs out every device, this one included. */
export function SignOutEverywhere({ onSignOut }: SignOutEverywhereProps) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>Sign out everywhere</Button>
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
        Every device is signed out, including this one. Nothing is deleted, and you can sign in again with
        your email. If we can’t reach the service, only this device is signed out and the next page says so.
      </ConfirmDialog>
    </>
  );
}
