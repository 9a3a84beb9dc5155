import { pages } from "@sheaf/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import { useAddPasskey } from "../../data/passkeys/add-passkey.mutation.ts";
import { signInSettingsOptions } from "../../data/sign-in-settings/sign-in-settings.query.ts";
import { errorSentences, isSilent } from "../../lib/errors.ts";
import { isNewcomer, settleNewcomer } from "../../lib/newcomer.ts";
import { useKeptFocus } from "../../lib/use-kept-focus.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import styles from "./next-time-card.module.css";

/**
 * After a first sign-in by mail: a passkey or a password for the next one, if wanted. It stands below the work and
 * waits through reloads until it is answered; the settings have the same for later.
 */
export function NextTimeCard({ userId }: { userId: string }) {
  const [offered, setOffered] = useState(() => isNewcomer(userId));
  const { data: settings } = useQuery({ ...signInSettingsOptions(), enabled: offered });
  const add = useAddPasskey();
  const { group, groupProps } = useKeptFocus(`${offered} ${add.isSuccess}`);
  const passkeys = settings?.passkeys === true && "PublicKeyCredential" in globalThis;
  const failed = add.error && !isSilent(add.error) ? errorSentences(add.error) : undefined;
  const leave = () => {
    settleNewcomer();
    setOffered(false);
  };

  return (
    <div ref={group} tabIndex={-1} className={styles["place"]} {...groupProps}>
      {offered && settings && (
        <SectionCard
          title="Sign in faster next time"
          text={
            passkeys
              ? "A code by email always works. A passkey (your fingerprint, your face or your screen lock) or a password is quicker."
              : "A code by email always works. A password is quicker."
          }
          footer={
            add.isSuccess ? (
              <Button onClick={leave}>Close</Button>
            ) : (
              <>
                {passkeys && (
                  <Button
                    busy={add.isPending}
                    onClick={() => add.mutate(undefined, { onSuccess: settleNewcomer })}
                  >
                    Add a passkey
                  </Button>
                )}
                <Link className={buttonClass()} to={pages.security.href()} onClick={settleNewcomer}>
                  Set a password
                </Link>
                <Button variant="quiet" onClick={leave}>
                  Not now
                </Button>
              </>
            )
          }
        >
          <div role="status" className={styles["said"]}>
            {add.isSuccess && (
              <Notice tone="accepted">
                Your passkey is ready. You can name it and add others under Settings, Security.
              </Notice>
            )}
          </div>
          {failed && (
            <Notice tone="returned" announce>
              {failed.what} {failed.next}
            </Notice>
          )}
        </SectionCard>
      )}
    </div>
  );
}
