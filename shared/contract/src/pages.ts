import type { AttemptType } from "./sidecar.ts";

/** Pages of the application, each with its path for the router and a way to link to it. */
export const pages = {
  landing: { path: "/", href: () => "/" },
  signIn: {
    path: "/sign-in",
    href: (options: { next?: string; reason?: SignInReason } = {}) => withQuery("/sign-in", options),
  },
  /** The same form in other words: an account is made by proving an address for the first time. */
  signUp: {
    path: "/sign-up",
    href: (options: { next?: string } = {}) => withQuery("/sign-up", options),
  },
  forgotPassword: {
    path: "/forgot-password",
    href: (options: { next?: string } = {}) => withQuery("/forgot-password", options),
  },
  resetPassword: {
    path: "/reset-password",
    href: (options: { next?: string } = {}) => withQuery("/reset-password", options),
  },
  /** The second factor of a session that has shown only the first. */
  secondFactor: {
    path: "/mfa",
    href: (options: { next?: string } = {}) => withQuery("/mfa", options),
  },
  linkProblem: {
    path: "/link-problem",
    href: ({ code, type, next }: { code?: string; type?: AttemptType; next?: string } = {}) =>
      withQuery("/link-problem", { code, type, next }),
  },
  signedInAs: { path: "/signed-in-as", href: () => "/signed-in-as" },
  welcome: {
    path: "/welcome",
    href: (options: { next?: string } = {}) => withQuery("/welcome", options),
  },
  requests: {
    path: "/requests",
    href: (options: { filter?: string; q?: string } = {}) => withQuery("/requests", options),
  },
  newRequest: { path: "/requests/new", href: () => "/requests/new" },
  request: { path: "/requests/:id", href: (options: { id: string }) => `/requests/${options.id}` },
  editRequest: {
    path: "/requests/:id/edit",
    href: (options: { id: string }) => `/requests/${options.id}/edit`,
  },
  profile: { path: "/settings/profile", href: () => "/settings/profile" },
  security: { path: "/settings/security", href: () => "/settings/security" },
  link: { path: "/r/:token", href: (options: { token: string }) => `/r/${options.token}` },
  inbox: { path: "/inbox", href: () => "/inbox" },
  inboxRequest: { path: "/inbox/:id", href: (options: { id: string }) => `/inbox/${options.id}` },
} as const;

/** Why a person finds the sign-in page instead of the one they wanted. */
export type SignInReason =
  | "signed-out"
  | "session-ended"
  | "account-deleted"
  /** Signed out here; the service could not be told to end the sessions on other devices. */
  | "others-signed-in"
  /** The sign-in went well, and the browser keeps no cookies. */
  | "not-kept";

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}
