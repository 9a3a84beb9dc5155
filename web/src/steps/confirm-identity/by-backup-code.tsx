import { useProveIdentity } from "../../data/proof/prove-identity.mutation.ts";
import { Button } from "../../ui/forms/button.tsx";
import { BackupCodeForm } from "../backup-code-form.tsx";
import type { ProofStep } from "./proof-step.ts";

/** While the account waits for a new authenticator app, only another unused backup code proves its owner. */
export function ByBackupCode({ act, userId, onProven, onCancel }: ProofStep) {
  const prove = useProveIdentity();
  return (
    <BackupCodeForm
      busy={prove.isPending}
      error={prove.error}
      onSubmit={(code) =>
        prove.mutate({ act, userId, proof: { by: "backup-code", code } }, { onSuccess: onProven })
      }
    >
      <Button variant="quiet" block onClick={onCancel}>
        Cancel
      </Button>
    </BackupCodeForm>
  );
}
