import type { NewFactor } from "../../data/factors/enrol-factor.mutation.ts";
import { factorCodeLength, useVerifyFactor } from "../../data/factors/verify-factor.mutation.ts";
import { errorText } from "../../lib/errors.ts";
import { Button } from "../../ui/button.tsx";
import { CodeForm } from "../../ui/code-form.tsx";
import { FactorSecret } from "./factor-secret.tsx";
import styles from "./security.module.css";

interface ProveFactorProps {
  factor: NewFactor;
  onCancel: () => void;
  onProven: () => void;
}

/** The secret is handed to the app, and the app shows by its first code that it has it. */
export function ProveFactor({ factor, onCancel, onProven }: ProveFactorProps) {
  const verify = useVerifyFactor();
  return (
    <div className={styles["panel"]}>
      <h3>Scan this with your authenticator app</h3>
      <FactorSecret qr={factor.qr} secret={factor.key} />
      <CodeForm
        label={`Then type the ${factorCodeLength} digits that it shows`}
        length={factorCodeLength}
        action="Turn on"
        primary
        autoFocus
        busy={verify.isPending}
        problem={verify.error ? errorText(verify.error) : undefined}
        onSubmit={(code) => verify.mutate({ factorId: factor.id, code }, { onSuccess: onProven })}
      >
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </CodeForm>
    </div>
  );
}
