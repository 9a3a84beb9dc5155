import type { Factor } from "../../data/auth-user/auth-user.models.ts";
import { useVerifyFactor } from "../../data/factors/verify-factor.mutation.ts";
import { errorText } from "../../lib/errors.ts";
import { FactorCodeForm } from "../../steps/factor-code-form.tsx";
import styles from "./second-factor.module.css";

interface FactorChallengeProps {
  factors: readonly [Factor, ...Factor[]];
  onBackupCode: () => void;
}

export function FactorChallenge({ factors, onBackupCode }: FactorChallengeProps) {
  const verify = useVerifyFactor();
  return (
    <>
      <h1>Enter your code</h1>
      <FactorCodeForm
        factors={factors}
        block
        busy={verify.isPending}
        problem={verify.error ? errorText(verify.error) : undefined}
        onChoose={verify.reset}
        onSubmit={(code) => verify.mutate(code)}
      />
      <p className={styles["aside"]}>
        Lost your authenticator app?{" "}
        <button type="button" className={styles["link"]} onClick={onBackupCode}>
          Use a backup code
        </button>
      </p>
    </>
  );
}
