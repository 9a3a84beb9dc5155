import type { Factor } from "../../data/auth-user/auth-user.models.ts";
import { useProveIdentity } from "../../data/proof/prove-identity.mutation.ts";
import { errorText } from "../../lib/errors.ts";
import { Button } from "../../ui/forms/button.tsx";
import { FactorCodeForm } from "../factor-code-form.tsx";
import type { ProofStep } from "./proof-step.ts";

/** An account with an authenticator app is proven by it alone. */
export function ByFactor({
  act,
  userId,
  factors,
  onProven,
  onCancel,
}: ProofStep & { factors: readonly Factor[] }) {
  const prove = useProveIdentity();
  return (
    <FactorCodeForm
      factors={factors}
      busy={prove.isPending}
      problem={prove.error ? errorText(prove.error) : undefined}
      onChoose={prove.reset}
      onSubmit={(code) =>
        prove.mutate({ act, userId, proof: { by: "factor", ...code } }, { onSuccess: onProven })
      }
    >
      <Button variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </FactorCodeForm>
  );
}
