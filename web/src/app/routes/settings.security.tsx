import { DeleteAccountCard } from "../../features/delete-account/delete-account-card.tsx";
import { DevicesCard } from "../../features/devices/devices-card.tsx";
import { BackupCodesCard } from "../../features/security/backup-codes-card.tsx";
import { EmailCard } from "../../features/security/email-card.tsx";
import { LinkedAccountsCard } from "../../features/security/linked-accounts-card.tsx";
import { PasskeysCard } from "../../features/security/passkeys-card.tsx";
import { PasswordCard } from "../../features/security/password-card.tsx";
import { SecondFactorCard } from "../../features/security/second-factor-card.tsx";
import { signOut } from "../../lib/auth/sign-out.ts";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import { PageTitle } from "../../ui/layout/page-title.tsx";
import styles from "./settings.module.css";

export function Component() {
  const person = identityOf(useSession());
  const leave = () => void signOut({ reason: "account-deleted" });
  return (
    <div className={styles["cards"]}>
      <PageTitle>Security</PageTitle>
      <EmailCard />
      {person && <PasswordCard email={person.email} />}
      {person && <PasskeysCard userId={person.userId} />}
      <SecondFactorCard />
      {person && <BackupCodesCard userId={person.userId} />}
      <LinkedAccountsCard />
      {person && (
        <DevicesCard userId={person.userId} onSignOutEverywhere={() => signOut({ scope: "global" })} />
      )}
      {person && (
        <div className={styles["apart"]}>
          <DeleteAccountCard userId={person.userId} email={person.email} onDeleted={leave} />
        </div>
      )}
    </div>
  );
}
