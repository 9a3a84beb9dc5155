import { useQuery } from "@tanstack/react-query";
import { authUserOptions } from "../../data/auth-user/auth-user.query.ts";
import { backupCodesLeftOptions } from "../../data/backup-codes/backup-codes-left.query.ts";
import { useCreateBackupCodes } from "../../data/backup-codes/create-backup-codes.mutation.ts";
import { formatCount } from "../../lib/format-count.ts";
import { InPlace } from "../../steps/confirm-identity/in-place.tsx";
import { useProven } from "../../steps/confirm-identity/use-proven.ts";
import { Button } from "../../ui/forms/button.tsx";
import { SectionCard } from "../../ui/layout/section-card.tsx";
import { SettingRowsSkeleton } from "../../ui/layout/setting-rows.tsx";
import { BackupCodes } from "./backup-codes.tsx";
import { CardBody } from "./card-body.tsx";
import { CardFailure } from "./card-failure.tsx";
import styles from "./security.module.css";

/** Shown once the account has an authenticator app that could be lost. */
export function BackupCodesCard({ userId }: { userId: string }) {
  const account = useQuery(authUserOptions({ userId }));
  return account.data && account.data.factors.length > 0 ? <Codes userId={userId} /> : null;
}

function Codes({ userId }: { userId: string }) {
  const left = useQuery(backupCodesLeftOptions({ userId }));
  const create = useProven("backup_codes", useCreateBackupCodes());
  return (
    <SectionCard
      title="Backup codes"
      text="Lost your authenticator app? A backup code lets you set up a new one. Each code works once."
      busy={left.isPending}
    >
      <CardBody state={create.status}>
        {left.data !== undefined ? (
          <p className={styles["empty"]}>{leftText(left.data)}</p>
        ) : left.isError ? (
          <CardFailure error={left.error} onRetry={() => void left.refetch()} busy={left.isFetching} />
        ) : (
          <SettingRowsSkeleton rows={1} />
        )}
        {create.error && <CardFailure error={create.error} />}
        {create.data ? (
          <BackupCodes codes={create.data} onDone={create.reset} />
        ) : (
          <InPlace question={create.question}>
            <div className={styles["actions"]}>
              <Button busy={create.isPending} onClick={() => create.mutate()}>
                Create new codes
              </Button>
            </div>
          </InPlace>
        )}
      </CardBody>
    </SectionCard>
  );
}

function leftText(left: number): string {
  if (left === 0) return "You have no backup codes left.";
  return `You have ${formatCount(left, "unused code")}. New codes replace the old ones.`;
}
