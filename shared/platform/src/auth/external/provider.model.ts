/** One provider as `[auth.external.<name>]` of the settings has it. */
export interface ProviderSettings {
  clientId: string;
  secret: string;
  /** Where the provider sends people back; the platform's own `/callback` where it is empty. */
  redirectUri: string;
  /** Base of a self-hosted provider: Keycloak's realm, GitHub Enterprise's host. */
  url: string;
}

/** Providers that this platform can talk to, by GoTrue's names. */
export const providerNames = ["google", "github", "keycloak"] as const;
export type ProviderName = (typeof providerNames)[number];

export interface ProviderEmail {
  email: string;
  verified: boolean;
  primary: boolean;
}

/** Whom the provider names, in the words of GoTrue's `identity_data`; what is empty is left out. */
export interface ProviderClaims {
  iss: string;
  sub: string;
  name?: string | undefined;
  picture?: string | undefined;
  preferred_username?: string | undefined;
  user_name?: string | undefined;
}

export interface ProviderProfile {
  claims: ProviderClaims;
  emails: readonly ProviderEmail[];
}

/** Reads one JSON document of the provider with the person's token. @throws where it does not answer with one. */
export type ReadJson = (url: string) => Promise<unknown>;

/** How the code flow of one provider differs from another's. */
export interface ProviderKind {
  authorizeUrl: string;
  tokenUrl: string;
  /** Asked for always, before what the page asks for. */
  scopes: readonly string[];
  readProfile(read: ReadJson): Promise<ProviderProfile>;
}
