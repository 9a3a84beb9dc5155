import { useQuery } from "@tanstack/react-query";
import { myPasskeysOptions } from "../../data/passkeys/my-passkeys.query.ts";
import { signInSettingsOptions } from "../../data/sign-in-settings/sign-in-settings.query.ts";
import { SectionCard } from "../../ui/layout/section-card.tsx";
import { SettingRowsSkeleton } from "../../ui/layout/setting-rows.tsx";
import { CardFailure } from "./card-failure.tsx";
import { Passkeys } from "./passkeys.tsx";

/** Hidden if passkeys are turned off or the browser has no WebAuthn. */
export function PasskeysCard({ userId }: { userId: string }) {
  const { data: settings } = useQuery(signInSettingsOptions());
  const usable = settings?.passkeys === true && "PublicKeyCredential" in globalThis;
  const passkeys = useQuery({ ...myPasskeysOptions({ userId }), enabled: usable });
  if (!usable) return null;
  return (
    <SectionCard
      title="Passkeys"
      text="Sign in with your fingerprint, your face or your screen lock. Nothing to remember and nothing to phish."
      busy={passkeys.isPending}
    >
      {passkeys.data ? (
        <Passkeys passkeys={passkeys.data} />
      ) : passkeys.isError ? (
        <CardFailure
          error={passkeys.error}
          onRetry={() => void passkeys.refetch()}
          busy={passkeys.isFetching}
        />
      ) : (
        <SettingRowsSkeleton rows={1} />
      )}
    </SectionCard>
  );
}
