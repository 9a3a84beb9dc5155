import { Smartphone } from "lucide-react";
import { useState } from "react";
import { type AuthUser, type Factor, freeFactorName } from "../../data/auth-user/auth-user.models.ts";
import { formatWhen } from "../../lib/dates.ts";
import { Button } from "../../ui/button.tsx";
import { AccountCard } from "./account-card.tsx";
import { AddFactor } from "./add-factor.tsx";
import { CardBody } from "./card-body.tsx";
import { CardFailure } from "./card-failure.tsx";
import { CardStatus } from "./card-status.tsx";
import { RemoveFactorDialog } from "./remove-factor-dialog.tsx";
import styles from "./security.module.css";
import { SettingRow } from "./setting-row.tsx";

/** The account's authenticator apps. */
export function SecondFactorCard() {
  return (
    <AccountCard
      title="Second factor"
      text="A code from an app on your phone, asked for after you sign in. Whoever gets into your mail still cannot get in here."
    >
      {(account) => <Factors account={account} />}
    </AccountCard>
  );
}

function Factors({ account: { factors } }: { account: AuthUser }) {
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Factor>();
  const [said, setSaid] = useState("");
  const [refusal, setRefusal] = useState<unknown>();
  const begin = () => {
    setSaid("");
    setRefusal(undefined);
  };

  return (
    <CardBody state={`${adding} ${factors.length}`}>
      {factors.length === 0 ? (
        <p className={styles["empty"]}>You have not set one up.</p>
      ) : (
        <ul className={styles["rows"]} aria-label="Authenticator apps">
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
        </ul>
      )}
      <CardStatus message={said} />
      {refusal !== undefined && <CardFailure error={refusal} />}
      {adding ? (
        <AddFactor
          suggestedName={freeFactorName(factors)}
          onCancel={() => setAdding(false)}
          onAdded={(name) => {
            setAdding(false);
            setSaid(`${name} is set up. Devices that were signed in without it have been signed out.`);
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
        onRemoved={(name) => setSaid(`${name} is removed. Its codes do not work here any more.`)}
      />
    </CardBody>
  );
}
