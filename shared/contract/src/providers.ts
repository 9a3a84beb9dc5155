/**
 * Accounts elsewhere that can open one of ours, by the platform's ids. Which of them are switched on is the
 * platform's configuration, told by its `GET /settings`; here are only their names for people.
 */
export const providers = [
  { id: "google", name: "Google" },
  { id: "github", name: "GitHub" },
  // Development's own provider speaks Keycloak's paths, so that the platform needs nothing special for it.
  { id: "keycloak", name: "Local account" },
] as const;

export type ProviderId = (typeof providers)[number]["id"];
