import { type FormEvent, useState } from "react";
import { type NewFactor, useEnrolFactor } from "../../data/factors/enrol-factor.mutation.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { CardFailure } from "./card-failure.tsx";
import { ProveFactor } from "./prove-factor.tsx";
import styles from "./security.module.css";

interface AddFactorProps {
  suggestedName: string;
  onCancel: () => void;
  onAdded: (name: string) => void;
}

/** The service takes no longer ones. Characters. */
const longestName = 64;

/** A name first, then the picture to scan and a code to prove that the scan worked. */
export function AddFactor({ suggestedName, onCancel, onAdded }: AddFactorProps) {
  const [typed, setTyped] = useState(suggestedName);
  const [begun, setBegun] = useState<NewFactor & { name: string }>();
  const enrol = useEnrolFactor();
  const name = typed.trim() || suggestedName;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (enrol.isPending) return;
    enrol.mutate({ name }, { onSuccess: (factor) => setBegun({ ...factor, name }) });
  };

  if (begun) return <ProveFactor factor={begun} onCancel={onCancel} onProven={() => onAdded(begun.name)} />;
  return (
    <form className={styles["panel"]} onSubmit={submit} noValidate>
      <h3>Name the app</h3>
      <div className={styles["form"]}>
        <Field label="Name" hint="So that you know which phone to reach for when you have several.">
          <TextInput
            autoFocus
            autoComplete="off"
            maxLength={longestName}
            value={typed}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      </div>
      {enrol.error && <CardFailure error={enrol.error} />}
      <div className={styles["actions"]}>
        <Button type="submit" variant="primary" busy={enrol.isPending}>
          Continue
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
