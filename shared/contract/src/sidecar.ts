/** Endpoints of the auth sidecar. `/auth/*` is its alone: no page ever lives there. */
export const sidecarPaths = {
  callback: "/auth/callback",
  confirm: "/auth/confirm",
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

export const flashTypes = ["sign-in", "recovery", "email-change"] as const;
export type FlashType = (typeof flashTypes)[number];

/** Types of link that our mails carry, by the platform's own words. */
export const linkTypes = ["signup", "magiclink", "recovery", "invite", "email_change", "email"] as const;
export type LinkType = (typeof linkTypes)[number];

/** Names of the `<meta>` elements through which a page learns where it runs; the server fills them in. */
export const pageConfigNames = {
  platformUrl: "sheaf:platform-url",
  publishableKey: "sheaf:publishable-key",
  maxFileBytes: "sheaf:max-file-bytes",
} as const;
