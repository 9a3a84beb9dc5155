import type { NewFactor } from "../../data/factors/enrol-factor.mutation.ts";
import { factorCodeLength, useVerifyFactor } from "../../data/factors/verify-factor.mutation.ts";
import { errorText } from "../../lib/errors.ts";
import { Button } from "../../ui/forms/button.tsx";
import { CodeForm } from "../../ui/forms/code-form.tsx";
import { FactorSecret } from "./factor-secret.tsx";
import styles from "./security.module.css";

interface ProveFactorProps {
  factor: NewFactor;
  /** Of the heading. */
  level?: 2 | 3;
  onCancel: () => void;
  onProven: () => void;
}

/** Shows the secret to scan; the app's first code proves that it has it. */
export function ProveFactor({ factor, level = 3, onCancel, onProven }: ProveFactorProps) {
  const verify = useVerifyFactor();
  const Heading = `h${level}` as const;
  return (
    <div className={styles["panel"]}>
      <Heading>Scan this with your authenticator app</Heading>
      <FactorSecret qr={factor.qr} secret={factor.key} uri={factor.uri} />
      <CodeForm
        label={`Then enter the ${factorCodeLength}-digit code it shows`}
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
