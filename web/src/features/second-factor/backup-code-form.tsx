import { type FormEvent, useEffect, useRef, useState } from "react";
import { useConsumeBackupCode } from "../../data/backup-codes/consume-backup-code.mutation.ts";
import { errorText } from "../../lib/errors.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { TextInput } from "../../ui/forms/text-input.tsx";
import styles from "./second-factor.module.css";

/** For users without their authenticator app. A correct code changes the session store. */
export function BackupCodeForm({ onBack }: { onBack: () => void }) {
  const consume = useConsumeBackupCode();
  const [mistake, setMistake] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const problem = mistake ?? (consume.error ? errorText(consume.error) : undefined);
  useEffect(() => {
    if (problem) field.current?.select();
  }, [problem]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (consume.isPending) return;
    const code = field.current?.value.trim() ?? "";
    setMistake(code === "" ? "Enter a backup code." : undefined);
    if (code !== "") consume.mutate({ code });
  };

  return (
    <form className={styles["backup"]} onSubmit={submit} noValidate>
      <h1>Use a backup code</h1>
      <p className={styles["lead"]}>
        Enter one of the codes you saved. It removes your authenticator apps and signs out your other devices;
        then you set up a new app.
      </p>
      <Field label="Backup code" error={problem}>
        <TextInput
          ref={field}
          name="backup-code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          required
          autoFocus
        />
      </Field>
      <Button type="submit" variant="primary" block busy={consume.isPending}>
        Continue
      </Button>
      <Button variant="quiet" block onClick={onBack}>
        Use your authenticator app
      </Button>
    </form>
  );
}
