import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useAddPasskey } from "../../data/passkeys/add-passkey.mutation.ts";
import type { Passkey } from "../../data/passkeys/passkey.models.ts";
import { formatWhen } from "../../lib/dates.ts";
import { InPlace } from "../../steps/confirm-identity/in-place.tsx";
import { useProven } from "../../steps/confirm-identity/use-proven.ts";
import { Button } from "../../ui/forms/button.tsx";
import { SettingRow, SettingRows } from "../../ui/layout/setting-rows.tsx";
import { CardBody } from "./card-body.tsx";
import { CardFailure } from "./card-failure.tsx";
import { CardStatus } from "./card-status.tsx";
import { RemovePasskeyDialog } from "./remove-passkey-dialog.tsx";
import { RenamePasskey } from "./rename-passkey.tsx";
import styles from "./security.module.css";

export function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [naming, setNaming] = useState<string>();
  const [removing, setRemoving] = useState<Passkey>();
  const [announcement, setAnnouncement] = useState("");
  const add = useProven("passkeys", useAddPasskey());
  const named = passkeys.find(({ id }) => id === naming);
  const begin = () => {
    setAnnouncement("");
    setNaming(undefined);
    add.reset();
  };

  return (
    <CardBody state={`${naming ?? ""} ${passkeys.length}`}>
      {passkeys.length === 0 ? (
        <p className={styles["empty"]}>You have no passkeys yet.</p>
      ) : (
        <SettingRows label="Your passkeys">
          {passkeys.map((passkey) => (
            <SettingRow
              key={passkey.id}
              icon={<KeyRound aria-hidden="true" />}
              title={passkey.name}
              detail={`Added ${formatWhen(passkey.since)}${passkey.lastUsed ? ` · last used ${formatWhen(passkey.lastUsed)}` : ""}`}
            >
              <Button
                variant="quiet"
                size="small"
                aria-label={`Rename ${passkey.name}`}
                onClick={() => {
                  begin();
                  setNaming(passkey.id);
                }}
              >
                Rename
              </Button>
              <Button
                variant="quiet"
                size="small"
                aria-label={`Remove ${passkey.name}`}
                onClick={() => {
                  begin();
                  setRemoving(passkey);
                }}
              >
                Remove
              </Button>
            </SettingRow>
          ))}
        </SettingRows>
      )}
      <CardStatus message={announcement} />
      {add.error && <CardFailure error={add.error} />}
      {named ? (
        <RenamePasskey
          key={named.id}
          passkey={named}
          onCancel={() => setNaming(undefined)}
          onNamed={(name) => {
            setNaming(undefined);
            setAnnouncement(`The passkey is now called ${name}.`);
          }}
        />
      ) : (
        <InPlace question={add.question}>
          <div className={styles["actions"]}>
            <Button
              busy={add.isPending}
              onClick={() => {
                begin();
                add.mutate(undefined, {
                  onSuccess: ({ id }) => {
                    setAnnouncement(
                      "Your passkey is ready. Give it a name that tells you which device it’s on.",
                    );
                    setNaming(id);
                  },
                });
              }}
            >
              Add a passkey
            </Button>
          </div>
        </InPlace>
      )}
      <RemovePasskeyDialog
        passkey={removing}
        onClose={() => setRemoving(undefined)}
        onRemoved={(name) => setAnnouncement(`${name} has been removed and can no longer sign you in.`)}
      />
    </CardBody>
  );
}
