import { pages } from "@sheaf/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAddPasskey } from "../../data/passkeys/add-passkey.mutation.ts";
import { signInSettingsOptions } from "../../data/sign-in-settings/sign-in-settings.query.ts";
import { errorSentences } from "../../lib/errors.ts";
import { Link } from "../../lib/navigation.tsx";
import { isNewcomer, clearNewcomer } from "../../lib/newcomer.ts";
import { useFocusFallback } from "../../lib/use-focus-fallback.ts";
import { InPlace } from "../../steps/confirm-identity/in-place.tsx";
import { useProven } from "../../steps/confirm-identity/use-proven.ts";
import { Button, buttonClass } from "../../ui/forms/button.tsx";
import { Notice } from "../../ui/status/notice.tsx";
import { SectionCard } from "../../ui/layout/section-card.tsx";
import styles from "./next-time-card.module.css";

/**
 * Offers a passkey or a password after the first sign-in by email. It appears below the list and survives reloads until
 * answered; the security page offers the same later.
 */
export function NextTimeCard({ userId }: { userId: string }) {
  const [offered, setOffered] = useState(() => isNewcomer(userId));
  const { data: settings } = useQuery({ ...signInSettingsOptions(), enabled: offered });
  const add = useProven("passkeys", useAddPasskey());
  const { group, groupProps } = useFocusFallback(`${offered} ${add.isSuccess}`);
  const passkeys = settings?.passkeys === true && "PublicKeyCredential" in globalThis;
  const failed = add.error && errorSentences(add.error);
  const leave = () => {
    clearNewcomer();
    setOffered(false);
  };

  return (
    <div ref={group} tabIndex={-1} className={styles["place"]} {...groupProps}>
      {offered && settings && (
        <SectionCard
          title="Sign in faster next time"
          text={
            passkeys
              ? "An emailed code always works. A passkey (your fingerprint, your face or your screen lock) or a password is quicker."
              : "An emailed code always works. A password is quicker."
          }
          footer={
            add.question ? undefined : add.isSuccess ? (
              <Button onClick={leave}>Close</Button>
            ) : (
              <>
                {passkeys && (
                  <Button
                    busy={add.isPending}
                    onClick={() => add.mutate(undefined, { onSuccess: clearNewcomer })}
                  >
                    Add a passkey
                  </Button>
                )}
                <Link className={buttonClass()} to={pages.security.href()} onClick={clearNewcomer}>
                  Set a password
                </Link>
                <Button variant="quiet" onClick={leave}>
                  Not now
                </Button>
              </>
            )
          }
        >
          <InPlace question={add.question}>
            <div role="status" className={styles["message"]}>
              {add.isSuccess && (
                <Notice tone="accepted">
                  Your passkey is ready. You can rename it and add others under Settings, Security.
                </Notice>
              )}
            </div>
            {failed && (
              <Notice tone="returned" announce>
                {failed.what} {failed.next}
              </Notice>
            )}
          </InPlace>
        </SectionCard>
      )}
    </div>
  );
}
