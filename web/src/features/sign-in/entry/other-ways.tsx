import type { ProviderId } from "@sheaf/contract/providers";
import { useEffect, useState } from "react";
import { fetchSignInSettings } from "../../../data/sign-in-settings/fetch-sign-in-settings.ts";
import type { SignInSettings } from "../../../data/sign-in-settings/sign-in-settings.models.ts";
import { pageConfig } from "../../../lib/page-config.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import type { SignInProblem } from "../sign-in-problem.ts";
import styles from "../sign-in.module.css";
import { useConditionalPasskey } from "./use-conditional-passkey.ts";

interface OtherWaysProps {
  busy: boolean;
  problem: SignInProblem | undefined;
  onProvider: (provider: ProviderId) => void;
  offersPasskeys: boolean;
  onPasskey: () => void;
  /** Has the browser suggest passkeys until the signal aborts; resolves to true after one was refused. */
  onSuggestPasskeys: (signal: AbortSignal) => Promise<boolean>;
}

/**
 * Passkeys and providers that the platform and this browser support. It loads after the form and is shown below
 * it, to avoid a layout shift; if the settings cannot be read, only email is offered.
 */
export function OtherWays({
  busy,
  problem,
  offersPasskeys,
  onProvider,
  onPasskey,
  onSuggestPasskeys,
}: OtherWaysProps) {
  const [settings, setSettings] = useState<SignInSettings>();
  useEffect(() => {
    const controller = new AbortController();
    fetchSignInSettings({ signal: controller.signal }).then(
      (found) => controller.signal.aborted || setSettings(found),
      () => undefined,
    );
    return () => controller.abort();
  }, []);
  const passkeys = offersPasskeys && settings?.passkeys === true && "PublicKeyCredential" in globalThis;
  const askForPasskey = useConditionalPasskey({
    // Auth would ask for a CAPTCHA before the user has done anything.
    enabled: passkeys && !busy && pageConfig().captcha === null,
    onSuggest: onSuggestPasskeys,
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
