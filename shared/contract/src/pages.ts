import type { AttemptType } from "./sidecar.ts";

/** Pages of the application, with the router's path and a function that builds the link. */
export const pages = {
  landing: { path: "/", href: () => "/" },
  signIn: {
    path: "/sign-in",
    href: (options: { next?: string; reason?: SignInReason } = {}) => withQuery("/sign-in", options),
  },
  /** The sign-in form worded for new users: confirming an address for the first time creates an account. */
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
  /** Second factor of a session at the first level. */
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
  /** Checks a receipt, without an account. */
  verify: { path: "/verify", href: () => "/verify" },
  /** Says what protects documents. `/settings/security` is the account's own. */
  trust: { path: "/security", href: () => "/security" },
  accessibility: { path: "/accessibility", href: () => "/accessibility" },
  help: { path: "/help", href: () => "/help" },
  welcome: {
    path: "/welcome",
    /** `another` is for users who are in a workspace already. */
    href: (options: { next?: string; another?: "yes" } = {}) => withQuery("/welcome", options),
  },
  requests: {
    path: "/requests",
    /** `workspace` is for people who are in several; without it, the list is of the one they were in last. */
    href: (options: { filter?: string; q?: string; workspace?: string | undefined } = {}) =>
      withQuery("/requests", options),
  },
  newRequest: {
    path: "/requests/new",
    href: (options: { workspace?: string | undefined } = {}) => withQuery("/requests/new", options),
  },
  /** One template for many people; without one, it is chosen first. */
  many: {
    path: "/requests/many",
    href: (options: { template?: string; workspace?: string | undefined } = {}) =>
      withQuery("/requests/many", options),
  },
  bulk: {
    path: "/requests/many/:id",
    href: ({ id, tab }: { id: string; tab?: string }) => withQuery(`/requests/many/${id}`, { tab }),
  },
  request: { path: "/requests/:id", href: (options: { id: string }) => `/requests/${options.id}` },
  editRequest: {
    path: "/requests/:id/edit",
    href: (options: { id: string }) => `/requests/${options.id}/edit`,
  },
  people: {
    path: "/people",
    href: (options: { workspace?: string | undefined } = {}) => withQuery("/people", options),
  },
  person: { path: "/people/:id", href: (options: { id: string }) => `/people/${options.id}` },
  templates: {
    path: "/templates",
    href: (options: { workspace?: string | undefined } = {}) => withQuery("/templates", options),
  },
  newTemplate: {
    path: "/templates/new",
    href: (options: { workspace?: string | undefined } = {}) => withQuery("/templates/new", options),
  },
  template: { path: "/templates/:id", href: (options: { id: string }) => `/templates/${options.id}` },
  profile: { path: "/settings/profile", href: () => "/settings/profile" },
  security: { path: "/settings/security", href: () => "/settings/security" },
  /** Emails that were sent lead to this address. */
  notifications: { path: "/settings/email", href: () => "/settings/email" },
  workspaceGeneral: inWorkspace("/settings/workspace"),
  workspaceMembers: inWorkspace("/settings/workspace/members"),
  workspaceRequests: inWorkspace("/settings/workspace/requests"),
  workspaceEmail: inWorkspace("/settings/workspace/email"),
  workspaceDanger: inWorkspace("/settings/workspace/danger"),
  join: { path: "/join/:token", href: (options: { token: string }) => `/join/${options.token}` },
  link: { path: "/r/:token", href: (options: { token: string }) => `/r/${options.token}` },
  inbox: { path: "/inbox", href: () => "/inbox" },
  inboxRequest: { path: "/inbox/:id", href: (options: { id: string }) => `/inbox/${options.id}` },
} as const;

/** Reason why a user is on the sign-in page instead of the requested one. */
export type SignInReason =
  | "signed-out"
  /** On every device. */
  | "signed-out-everywhere"
  | "session-ended"
  | "account-deleted"
  /** Signed out here, but the service couldn't be reached to end other sessions. */
  | "others-signed-in"
  /** The sign-in succeeded but the browser blocks cookies. */
  | "not-kept";

/** Settings of a workspace; without one, of the current workspace. */
function inWorkspace<Path extends string>(path: Path) {
  return {
    path,
    href: (options: { workspace?: string | undefined } = {}) => withQuery(path, options),
  };
}

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}
