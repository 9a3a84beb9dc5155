import { useState } from "react";
import type { Factor } from "../../data/auth-user/auth-user.models.ts";
import { factorCodeLength, useVerifyFactor } from "../../data/factors/verify-factor.mutation.ts";
import { errorText } from "../../lib/errors.ts";
import { CodeForm } from "../../ui/forms/code-form.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Select } from "../../ui/forms/select.tsx";
import styles from "./second-factor.module.css";

interface FactorChallengeProps {
  factors: readonly [Factor, ...Factor[]];
  onBackupCode: () => void;
}

export function FactorChallenge({ factors, onBackupCode }: FactorChallengeProps) {
  const [chosen, setChosen] = useState(factors[0].id);
  const verify = useVerifyFactor();
  const factor = factors.find(({ id }) => id === chosen) ?? factors[0];

  return (
    <>
      <h1>Enter your code</h1>
      <p className={styles["lead"]}>
        Open <b>{factor.name}</b> and enter the {factorCodeLength}-digit code it shows for Sheaf.
      </p>
      {factors.length > 1 && (
        <div className={styles["choice"]}>
          <Field label="Which app do you have with you?">
            <Select
              value={factor.id}
              onChange={(event) => {
                setChosen(event.target.value);
                verify.reset();
              }}
            >
              {factors.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        </div>
      )}
      <CodeForm
        label={`Code, ${factorCodeLength} digits`}
        labelHidden
        length={factorCodeLength}
        action="Continue"
        primary
        block
        autoFocus
        busy={verify.isPending}
        problem={verify.error ? errorText(verify.error) : undefined}
        onSubmit={(code) => verify.mutate({ factorId: factor.id, code })}
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
