import { useState } from "react";
import { freeFactorName } from "../../data/auth-user/auth-user.models.ts";
import { useCreateBackupCodes } from "../../data/backup-codes/create-backup-codes.mutation.ts";
import { type NewFactor, useEnrolFactor } from "../../data/factors/enrol-factor.mutation.ts";
import { AppError, errorSentences } from "../../lib/errors.ts";
import { InPlace } from "../../steps/confirm-identity/in-place.tsx";
import { useProven } from "../../steps/confirm-identity/use-proven.ts";
import { Button } from "../../ui/forms/button.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { BackupCodes } from "./backup-codes.tsx";
import { CardFailure } from "./card-failure.tsx";
import { ProveFactor } from "./prove-factor.tsx";
import styles from "./replace-authenticator.module.css";

interface ReplaceAuthenticatorProps {
  /** Reason shown to the user. */
  reason: "backup-code" | "workspace";
  onDone: () => void;
}

const reasons = {
  "backup-code":
    "Your old authenticator apps have been removed and your other devices signed out. Set up a new app to continue.",
  workspace: "Your workspace requires two-factor authentication. Set up an authenticator app to continue.",
};

/** Sets up an authenticator app on the way to a page, then shows its backup codes. */
export function ReplaceAuthenticator({ reason, onDone }: ReplaceAuthenticatorProps) {
  const [factor, setFactor] = useState<NewFactor>();
  const enrol = useProven("factors", useEnrolFactor());
  const create = useProven("backup_codes", useCreateBackupCodes());
  const begin = () => enrol.mutate({ name: freeFactorName([]) }, { onSuccess: setFactor });

  if (create.data) return <BackupCodes codes={create.data} level={1} onDone={onDone} />;
  if (create.question) return <InPlace question={create.question} level={1} />;
  if (create.isError) {
    return (
      <ErrorState
        level={1}
        error={errorSentences(create.error ?? new AppError("proof.cancelled"))}
        onRetry={() => create.mutate()}
        busy={create.isPending}
      />
    );
  }
  return (
    <div className={styles["page"]}>
      <h1>Set up {reason === "backup-code" ? "a new" : "an"} authenticator app</h1>
      <p>{reasons[reason]}</p>
      {factor ? (
        <ProveFactor
          factor={factor}
          level={2}
          onCancel={() => setFactor(undefined)}
          onProven={() => create.mutate()}
        />
      ) : (
        <InPlace question={enrol.question} level={2}>
          {enrol.error && <CardFailure error={enrol.error} />}
          <Button variant="primary" block busy={enrol.isPending} onClick={begin}>
            Set up an authenticator app
          </Button>
        </InPlace>
      )}
    </div>
  );
}
