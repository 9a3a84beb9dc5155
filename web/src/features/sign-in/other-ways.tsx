import type { ProviderId } from "@sheaf/contract/providers";
import { useEffect, useState } from "react";
import { fetchSignInSettings } from "../../data/sign-in-settings/fetch-sign-in-settings.ts";
import type { SignInSettings } from "../../data/sign-in-settings/sign-in-settings.models.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { SignInProblem } from "./sign-in-problem.ts";
import styles from "./sign-in.module.css";
import { useQuietOffer } from "./use-quiet-offer.ts";

interface OtherWaysProps {
  busy: boolean;
  problem: SignInProblem | undefined;
  onProvider: (provider: ProviderId) => void;
  onPasskey: () => void;
  /** Lets the browser offer passkeys in the address field until the signal ends that; true after one was refused. */
  onOfferPasskeys: (signal: AbortSignal) => Promise<boolean>;
}

/**
 * What this platform and this browser can do besides the mail. It comes after the form and stands below it, so that
 * nothing moves; a platform that does not say what it can do leaves the mail.
 */
export function OtherWays({ busy, problem, onProvider, onPasskey, onOfferPasskeys }: OtherWaysProps) {
  const [settings, setSettings] = useState<SignInSettings>();
  useEffect(() => {
    const left = new AbortController();
    fetchSignInSettings({ signal: left.signal }).then(
      (found) => left.signal.aborted || setSettings(found),
      () => undefined,
    );
    return () => left.abort();
  }, []);
  const passkeys = settings?.passkeys === true && "PublicKeyCredential" in globalThis;
  const askForPasskey = useQuietOffer({
    wanted: passkeys && !busy,
    onOffer: onOfferPasskeys,
    onAsk: onPasskey,
  });

  if (!settings || (!passkeys && settings.providers.length === 0)) return null;
  return (
    <div className={styles["ways"]} role="group" aria-label="Other ways to sign in">
      <p className={styles["or"]}>or</p>
      {problem && (
        <Notice tone="returned" announce>
          {problem.text}
        </Notice>
      )}
      {passkeys && (
        <Button block disabled={busy} onClick={askForPasskey}>
          Use a passkey
        </Button>
      )}
      {settings.providers.map(({ id, name }) => (
        <Button key={id} block disabled={busy} onClick={() => onProvider(id)}>
          Continue with {name}
        </Button>
      ))}
    </div>
  );
}
