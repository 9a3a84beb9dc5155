import { useConsumeBackupCode } from "../../data/backup-codes/consume-backup-code.mutation.ts";
import { BackupCodeForm } from "../../steps/backup-code-form.tsx";
import { Button } from "../../ui/forms/button.tsx";
import styles from "./second-factor.module.css";

/** For users without their authenticator app. A correct code changes the session store. */
export function BackupCode({ onBack }: { onBack: () => void }) {
  const consume = useConsumeBackupCode();
  return (
    <>
      <h1>Use a backup code</h1>
      <p className={styles["lead"]}>
        Enter one of the codes you saved. It removes your authenticator apps and signs out your other devices;
        then you set up a new app.
      </p>
      <BackupCodeForm
        busy={consume.isPending}
        error={consume.error}
        onSubmit={(code) => consume.mutate({ code })}
      >
        <Button variant="quiet" block onClick={onBack}>
          Use your authenticator app
        </Button>
      </BackupCodeForm>
    </>
  );
}
