import { type ReactNode, useState } from "react";
import type { Factor } from "../data/auth-user/auth-user.models.ts";
import { type FactorCode, factorCodeLength } from "../data/factors/verify-factor.mutation.ts";
import { CodeForm } from "../ui/forms/code-form.tsx";
import { Field } from "../ui/forms/field.tsx";
import { Select } from "../ui/forms/select.tsx";
import styles from "./factor-code-form.module.css";

interface FactorCodeFormProps {
  factors: readonly Factor[];
  block?: boolean;
  busy: boolean;
  problem: string | undefined;
  /** Another app was chosen. */
  onChoose: () => void;
  onSubmit: (code: FactorCode) => void;
  /** Additional buttons beside the main one. */
  children?: ReactNode;
}

/** The code of one of the account's authenticator apps. */
export function FactorCodeForm(props: FactorCodeFormProps) {
  const { factors, block, busy, problem, onChoose, onSubmit, children } = props;
  const [chosen, setChosen] = useState<string>();
  const factor = factors.find(({ id }) => id === chosen) ?? factors[0];
  if (!factor) return null;
  return (
    <>
      <p className={styles["lead"]}>
        Open your authenticator app (<b translate="no">{factor.name}</b>) and enter the {factorCodeLength}
        -digit code it shows for Sheaf.
      </p>
      {factors.length > 1 && (
        <div className={styles["choice"]}>
          <Field label="Which app do you have with you?">
            <Select
              value={factor.id}
              onChange={(event) => {
                setChosen(event.target.value);
                onChoose();
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
        block={block ?? false}
        autoFocus
        busy={busy}
        problem={problem}
        onSubmit={(code) => onSubmit({ factorId: factor.id, code })}
      >
        {children}
      </CodeForm>
    </>
  );
}
