import { type ProviderId, providers } from "@sheaf/contract/providers";
import * as v from "valibot";

export interface SignInSettings {
  /** In the order in which they are offered. */
  providers: { id: ProviderId; name: string }[];
  passkeys: boolean;
}

const Settings = v.fallback(
  v.object({
    external: v.fallback(v.record(v.string(), v.unknown()), {}),
    passkeys_enabled: v.fallback(v.boolean(), false),
  }),
  { external: {}, passkeys_enabled: false },
);

/** Whatever the service does not clearly switch on is off. */
export function toSignInSettings(answer: unknown): SignInSettings {
  const { external, passkeys_enabled } = v.parse(Settings, answer);
  return {
    providers: providers.filter(({ id }) => external[id] === true).map(({ id, name }) => ({ id, name })),
    passkeys: passkeys_enabled,
  };
}
