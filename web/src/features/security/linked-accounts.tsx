import type { ProviderId } from "@sheaf/contract/providers";
import { Link2 } from "lucide-react";
import { useState } from "react";
import { addressHolder, type AuthUser, type Identity } from "../../data/auth-user/auth-user.models.ts";
import { useLinkIdentity } from "../../data/identities/link-identity.mutation.ts";
import { Button } from "../../ui/button.tsx";
import { CardBody } from "./card-body.tsx";
import { CardFailure } from "./card-failure.tsx";
import { CardStatus } from "./card-status.tsx";
import styles from "./security.module.css";
import { SettingRow } from "./setting-row.tsx";
import { UnlinkDialog } from "./unlink-dialog.tsx";

interface LinkedAccountsProps {
  providers: readonly { id: ProviderId; name: string }[];
  account: AuthUser;
}

export function LinkedAccounts({ providers, account }: LinkedAccountsProps) {
  const { identities } = account;
  const [removing, setRemoving] = useState<{ identity: Identity; name: string }>();
  const [said, setSaid] = useState("");
  const link = useLinkIdentity();
  // An account without a way in would be lost: the service refuses it too, and here it is said before.
  const isOnlyWay = identities.length < 2;
  const holder = isOnlyWay ? undefined : addressHolder(account);

  return (
    <CardBody state={identities.map(({ id }) => id).join(" ")}>
      <ul className={styles["rows"]} aria-label="Accounts elsewhere">
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
                    setSaid("");
                    link.mutate({ provider: id });
                  }}
                >
                  Link
                </Button>
              )}
              {identity && !isOnlyWay && identity !== holder && (
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={`Remove ${name}`}
                  onClick={() => {
                    setSaid("");
                    setRemoving({ identity, name });
                  }}
                >
                  Remove
                </Button>
              )}
            </SettingRow>
          );
        })}
      </ul>
      {isOnlyWay && identities.some(({ provider }) => provider !== "email") && (
        <p className={styles["empty"]}>
          It is your only way to sign in, so it cannot be removed. Link another account first.
        </p>
      )}
      {holder && holder.provider !== "email" && (
        <p className={styles["empty"]}>
          Your email comes from {providers.find(({ id }) => id === holder.provider)?.name ?? "one of them"},
          so it cannot be removed. Change your email first.
        </p>
      )}
      {link.error && <CardFailure error={link.error} />}
      <CardStatus message={said} />
      <UnlinkDialog
        linked={removing}
        onClose={() => setRemoving(undefined)}
        onRemoved={(name) => setSaid(`${name} is removed. It does not open your account any more.`)}
      />
    </CardBody>
  );
}
