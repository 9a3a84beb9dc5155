import { type FormEvent, useState } from "react";
import { longestPasskeyName, type Passkey } from "../../data/passkeys/passkey.models.ts";
import { useRenamePasskey } from "../../data/passkeys/rename-passkey.mutation.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { CardFailure } from "./card-failure.tsx";
import styles from "./security.module.css";

interface RenamePasskeyProps {
  passkey: Passkey;
  onCancel: () => void;
  onNamed: (name: string) => void;
}

export function RenamePasskey({ passkey, onCancel, onNamed }: RenamePasskeyProps) {
  const [typed, setTyped] = useState(passkey.name);
  const rename = useRenamePasskey();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const name = typed.trim() || passkey.name;
    if (rename.isPending) return;
    rename.mutate({ id: passkey.id, name }, { onSuccess: () => onNamed(name) });
  };
  return (
    <form className={styles["panel"]} onSubmit={submit} noValidate>
      <h3>Name the passkey</h3>
      <div className={styles["form"]}>
        <Field label="Name" hint="For example where it is kept: laptop, phone, key ring.">
          <TextInput
            autoFocus
            autoComplete="off"
            maxLength={longestPasskeyName}
            value={typed}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      </div>
      {rename.error && <CardFailure error={rename.error} />}
      <div className={styles["actions"]}>
        <Button type="submit" variant="primary" busy={rename.isPending}>
          Save name
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Keep {passkey.name}
        </Button>
      </div>
    </form>
  );
}
