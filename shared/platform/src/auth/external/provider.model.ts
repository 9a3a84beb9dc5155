/** A provider as configured in `[auth.external.<name>]`. */
export interface ProviderSettings {
  clientId: string;
  secret: string;
  /** Redirect address; empty for the platform's own `/callback`. */
  redirectUri: string;
  /** Base address of a self-hosted provider: Keycloak's realm, GitHub Enterprise's host. */
  url: string;
}

/** Providers implemented here, by GoTrue's names. */
export const providerNames = ["google", "github", "keycloak"] as const;
export type ProviderName = (typeof providerNames)[number];

/** Providers that the service knows. Those not implemented here are off. */
export const serviceProviders: readonly string[] = [
  "apple",
  "azure",
  "bitbucket",
  "discord",
  "facebook",
  "figma",
  "fly",
  "github",
  "gitlab",
  "google",
  "kakao",
  "keycloak",
  "linkedin",
  "linkedin_oidc",
  "notion",
  "slack",
  "slack_oidc",
  "snapchat",
  "spotify",
  "twitch",
  "twitter",
  "workos",
  "zoom",
];

export interface ProviderEmail {
  email: string;
  verified: boolean;
  primary: boolean;
}

/** Claims of the signed-in user, with the field names of GoTrue's `identity_data`. Empty ones are left out. */
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

/** Reads one JSON document from the provider with the user's token. @throws if the response is not JSON. */
export type ReadJson = (url: string) => Promise<unknown>;

/** The differences between the code flows of providers. */
export interface ProviderKind {
  authorizeUrl: string;
  tokenUrl: string;
  /** Always requested, before the page's own scopes. */
  scopes: readonly string[];
  readProfile(read: ReadJson): Promise<ProviderProfile>;
}
