/** Pages of the application, each with its path for the router and a way to link to it. */
export const pages = {
  landing: { path: "/", href: () => "/" },
  signIn: {
    path: "/sign-in",
    href: (options: { next?: string; reason?: SignInReason } = {}) => withQuery("/sign-in", options),
  },
  /** An account is made by signing in for the first time; the address people try is kept for them. */
  signUp: { path: "/sign-up", href: () => "/sign-up" },
  linkProblem: {
    path: "/link-problem",
    href: (options: { code?: string; next?: string } = {}) => withQuery("/link-problem", options),
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
  link: { path: "/r/:token", href: (options: { token: string }) => `/r/${options.token}` },
  inbox: { path: "/inbox", href: () => "/inbox" },
  inboxRequest: { path: "/inbox/:id", href: (options: { id: string }) => `/inbox/${options.id}` },
} as const;

/** Why a person finds the sign-in page instead of the one they wanted. */
export type SignInReason = "signed-out" | "session-ended";

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}
