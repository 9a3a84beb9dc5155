import { useState } from "react";
import type { Factor } from "../../data/auth-user/auth-user.models.ts";
import { factorCodeLength, useVerifyFactor } from "../../data/factors/verify-factor.mutation.ts";
import { errorText } from "../../lib/errors.ts";
import { CodeForm } from "../../ui/code-form.tsx";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import styles from "./second-factor.module.css";

/** Six digits of the app at hand; with several apps the person says which one. */
export function FactorChallenge({ factors }: { factors: readonly [Factor, ...Factor[]] }) {
  const [chosen, setChosen] = useState(factors[0].id);
  const verify = useVerifyFactor();
  const factor = factors.find(({ id }) => id === chosen) ?? factors[0];

  return (
    <>
      <h1>Enter your code</h1>
      <p className={styles["lead"]}>
        Open <b>{factor.name}</b> and type the six digits that it shows for Sheaf.
      </p>
      {factors.length > 1 && (
        <div className={styles["choice"]}>
          <Field label="Which one do you have at hand?">
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
        No longer have it? Another of your authenticator apps works too; without any, write to the people who
        run this site.
      </p>
    </>
  );
}
