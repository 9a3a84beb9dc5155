import { useQuery } from "@tanstack/react-query";
import { myPasskeysOptions } from "../../data/passkeys/my-passkeys.query.ts";
import { signInSettingsOptions } from "../../data/sign-in-settings/sign-in-settings.query.ts";
import { SectionCard } from "../../ui/section-card.tsx";
import { CardFailure } from "./card-failure.tsx";
import { CardSkeleton } from "./card-skeleton.tsx";
import { Passkeys } from "./passkeys.tsx";

/** Not there where the site has passkeys switched off, or where this browser knows none. */
export function PasskeysCard({ userId }: { userId: string }) {
  const { data: settings } = useQuery(signInSettingsOptions());
  const usable = settings?.passkeys === true && "PublicKeyCredential" in globalThis;
  const passkeys = useQuery({ ...myPasskeysOptions({ userId }), enabled: usable });
  if (!usable) return null;
  return (
    <SectionCard
      title="Passkeys"
      text="Sign in with your fingerprint, your face or your screen lock. There is nothing to remember, and nothing to give away by mistake."
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
        <CardSkeleton rows={1} />
      )}
    </SectionCard>
  );
}
