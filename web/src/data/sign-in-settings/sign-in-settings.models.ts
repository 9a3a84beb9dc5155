import { type ProviderId, providers } from "@sheaf/contract/providers";
import * as v from "valibot";

export interface SignInSettings {
  /** In display order. */
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

/** Anything not explicitly enabled is off. */
export function toSignInSettings(response: unknown): SignInSettings {
  const { external, passkeys_enabled } = v.parse(Settings, response);
  return {
    providers: providers.filter(({ id }) => external[id] === true).map(({ id, name }) => ({ id, name })),
    passkeys: passkeys_enabled,
  };
}
