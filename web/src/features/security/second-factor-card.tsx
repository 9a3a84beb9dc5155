import { Smartphone } from "lucide-react";
import { useState } from "react";
import { type AuthUser, type Factor, freeFactorName } from "../../data/auth-user/auth-user.models.ts";
import { formatWhen } from "../../lib/dates.ts";
import { Button } from "../../ui/forms/button.tsx";
import { SettingRow, SettingRows } from "../../ui/layout/setting-rows.tsx";
import { useCreateBackupCodes } from "../../data/backup-codes/create-backup-codes.mutation.ts";
import { InPlace } from "../../steps/confirm-identity/in-place.tsx";
import { useProven } from "../../steps/confirm-identity/use-proven.ts";
import { AccountCard } from "./account-card.tsx";
import { AddFactor } from "./add-factor.tsx";
import { BackupCodes } from "./backup-codes.tsx";
import { CardBody } from "./card-body.tsx";
import { CardFailure } from "./card-failure.tsx";
import { CardStatus } from "./card-status.tsx";
import { RemoveFactorDialog } from "./remove-factor-dialog.tsx";
import styles from "./security.module.css";

export function SecondFactorCard() {
  return (
    <AccountCard
      title="Two-factor authentication"
      text="After you sign in, we ask for a code from an app on your phone. This protects your account even if someone gets into your email."
    >
      {(account) => <Factors account={account} />}
    </AccountCard>
  );
}

function Factors({ account: { factors } }: { account: AuthUser }) {
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Factor>();
  const [announcement, setAnnouncement] = useState("");
  const [refusal, setRefusal] = useState<unknown>();
  const codes = useProven("backup_codes", useCreateBackupCodes());
  const begin = () => {
    setAnnouncement("");
    setRefusal(undefined);
  };

  return (
    <CardBody state={`${adding} ${factors.length} ${codes.status}`}>
      {factors.length === 0 ? (
        <p className={styles["empty"]}>Two-factor authentication is off.</p>
      ) : (
        <SettingRows label="Authenticator apps">
          {factors.map((factor) => (
            <SettingRow
              key={factor.id}
              icon={<Smartphone aria-hidden="true" />}
              title={factor.name}
              detail={`Added ${formatWhen(factor.since)}`}
            >
              <Button
                variant="quiet"
                size="small"
                aria-label={`Remove ${factor.name}`}
                onClick={() => {
                  begin();
                  setRemoving(factor);
                }}
              >
                Remove
              </Button>
            </SettingRow>
          ))}
        </SettingRows>
      )}
      <CardStatus message={announcement} />
      {refusal !== undefined && <CardFailure error={refusal} />}
      {codes.error && (
        <CardFailure error={codes.error} onRetry={() => codes.mutate()} busy={codes.isPending} />
      )}
      {codes.data ? (
        <BackupCodes codes={codes.data} onDone={codes.reset} />
      ) : codes.question ? (
        <InPlace question={codes.question} />
      ) : adding ? (
        <AddFactor
          suggestedName={freeFactorName(factors)}
          onCancel={() => setAdding(false)}
          onAdded={(name) => {
            setAdding(false);
            setAnnouncement(`${name} is set up. Devices signed in without it have been signed out.`);
            if (factors.length === 0) codes.mutate();
          }}
        />
      ) : (
        <div className={styles["actions"]}>
          <Button
            onClick={() => {
              begin();
              setAdding(true);
            }}
          >
            {factors.length === 0 ? "Set up an authenticator app" : "Add another app"}
          </Button>
        </div>
      )}
      <RemoveFactorDialog
        factor={removing}
        isLast={factors.length === 1}
        onClose={() => setRemoving(undefined)}
        onStepUp={setRefusal}
        onRemoved={(name) => setAnnouncement(`${name} has been removed. Its codes no longer work here.`)}
      />
    </CardBody>
  );
}
