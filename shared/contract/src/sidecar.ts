/** Endpoints of the auth sidecar. `/auth/*` is its alone: no page ever lives there. */
export const sidecarPaths = {
  callback: "/auth/callback",
  confirm: "/auth/confirm",
  persist: "/auth/persist",
  signOut: "/auth/sign-out",
  health: "/healthz",
  ready: "/readyz",
} as const;

/** What a completed exchange was for, told to the page once by the flash cookie. Grants nothing: anyone can forge it. */
export interface Flash {
  type: FlashType;
  /** `session_id` claim of the session that the sidecar has just written. */
  session_id: string;
}

/** `link`: a provider's account was joined to the one that is signed in. */
export const flashTypes = ["sign-in", "recovery", "email-change", "link"] as const;
export type FlashType = (typeof flashTypes)[number];

/** What the address of a callback may say that its flow is for (`type=`); without it the flow is a sign-in by mail. */
export const callbackTypes = ["recovery", "email_change", "link", "provider"] as const;
export type CallbackType = (typeof callbackTypes)[number];

/** Types of link that our mails carry, by the platform's own words. */
export const linkTypes = ["signup", "magiclink", "recovery", "invite", "email_change", "email"] as const;
export type LinkType = (typeof linkTypes)[number];

/** What the page about a failed way in may be told that it was for (`type=`). */
export const attemptTypes = [...linkTypes, "link", "provider"] as const;
export type AttemptType = (typeof attemptTypes)[number];

/** Names of the `<meta>` elements through which a page learns where it runs; the server fills them in. */
export const pageConfigNames = {
  platformUrl: "sheaf:platform-url",
  publishableKey: "sheaf:publishable-key",
  maxFileBytes: "sheaf:max-file-bytes",
} as const;
