import type { ProviderId } from "@sheaf/contract/providers";
import { Link2 } from "lucide-react";
import { useState } from "react";
import { addressHolder, type AuthUser, type Identity } from "../../data/auth-user/auth-user.models.ts";
import { useLinkIdentity } from "../../data/identities/link-identity.mutation.ts";
import { Button } from "../../ui/forms/button.tsx";
import { SettingRow, SettingRows } from "../../ui/layout/setting-rows.tsx";
import { CardBody } from "./card-body.tsx";
import { CardFailure } from "./card-failure.tsx";
import { CardStatus } from "./card-status.tsx";
import styles from "./security.module.css";
import { UnlinkDialog } from "./unlink-dialog.tsx";

interface LinkedAccountsProps {
  providers: readonly { id: ProviderId; name: string }[];
  account: AuthUser;
}

export function LinkedAccounts({ providers, account }: LinkedAccountsProps) {
  const { identities } = account;
  const [removing, setRemoving] = useState<{ identity: Identity; name: string }>();
  const [announcement, setAnnouncement] = useState("");
  const link = useLinkIdentity();
  // Removing the last sign-in method would lock the account; the service refuses it too.
  const isOnlyMethod = identities.length < 2;
  const holder = isOnlyMethod ? undefined : addressHolder(account);

  return (
    <CardBody state={identities.map(({ id }) => id).join(" ")}>
      <SettingRows label="Linked accounts">
        {providers.map(({ id, name }) => {
          const identity = identities.find(({ provider }) => provider === id);
          return (
            <SettingRow
              key={id}
              icon={<Link2 aria-hidden="true" />}
              title={name}
              detail={identity ? identity.email || "Linked" : "Not linked"}
            >
              {!identity && (
                <Button
                  size="small"
                  aria-label={`Link ${name}`}
                  busy={link.isPending && link.variables.provider === id}
                  onClick={() => {
                    setAnnouncement("");
                    link.mutate({ provider: id });
                  }}
                >
                  Link
                </Button>
              )}
              {identity && !isOnlyMethod && identity !== holder && (
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={`Remove ${name}`}
                  onClick={() => {
                    setAnnouncement("");
                    setRemoving({ identity, name });
                  }}
                >
                  Remove
                </Button>
              )}
            </SettingRow>
          );
        })}
      </SettingRows>
      {isOnlyMethod && identities.some(({ provider }) => provider !== "email") && (
        <p className={styles["empty"]}>
          This is your only sign-in method, so you can’t remove it. Link another account first.
        </p>
      )}
      {holder && holder.provider !== "email" && (
        <p className={styles["empty"]}>
          Your email comes from {providers.find(({ id }) => id === holder.provider)?.name ?? "one of them"},
          so you can’t remove it. Change your email first.
        </p>
      )}
      {link.error && <CardFailure error={link.error} />}
      <CardStatus message={announcement} />
      <UnlinkDialog
        linked={removing}
        onClose={() => setRemoving(undefined)}
        onRemoved={(name) => setAnnouncement(`${name} has been removed and can no longer sign you in.`)}
      />
    </CardBody>
  );
}
