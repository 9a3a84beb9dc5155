/**
 * External sign-in providers by the platform's IDs, with their display names. The platform's configuration decides
 * which are on and reports it at `GET /settings`.
 */
export const providers = [
  { id: "google", name: "Google" },
  { id: "github", name: "GitHub" },
  // Development's own provider uses Keycloak's paths, so the platform needs nothing special for it.
  { id: "keycloak", name: "Local account" },
] as const;

export type ProviderId = (typeof providers)[number]["id"];
