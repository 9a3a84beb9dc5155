/** Endpoints of the auth sidecar. `/auth/*` and `/email/*` are reserved for it; pages never use these paths. */
export const sidecarPaths = {
  callback: "/auth/callback",
  confirm: "/auth/confirm",
  persist: "/auth/persist",
  signOut: "/auth/sign-out",
  /** Followed by the token of an email. */
  stopEmail: "/email/stop",
  /** Likewise, for security notices. */
  undoChange: "/email/undo",
  health: "/healthz",
  /** Public keys of receipts, as a JSON Web Key Set. */
  receiptKeys: "/.well-known/sheaf-receipts.json",
  ready: "/readyz",
} as const;

/**
 * Purpose of a completed exchange, passed to the page once by the flash cookie. It grants nothing: anyone can forge
 * it.
 */
export interface Flash {
  type: FlashType;
  /** `session_id` claim of the session just written by the sidecar. */
  session_id: string;
}

/** `link`: a provider's account was linked to the signed-in one. */
export const flashTypes = ["sign-in", "recovery", "email-change", "link"] as const;
export type FlashType = (typeof flashTypes)[number];

/** Values of a callback's `type` parameter; without it the flow is an email sign-in. */
export const callbackTypes = ["recovery", "email_change", "link", "provider"] as const;
export type CallbackType = (typeof callbackTypes)[number];

/** Types of link in our emails, by the platform's names. */
export const linkTypes = ["signup", "magiclink", "recovery", "invite", "email_change", "email"] as const;
export type LinkType = (typeof linkTypes)[number];

/** Values of `type` on the page that explains a failed sign-in. */
export const attemptTypes = [...linkTypes, "link", "provider"] as const;
export type AttemptType = (typeof attemptTypes)[number];

/** Names of the `<meta>` elements that configure the page; the server fills them in. */
export const pageConfigNames = {
  platformUrl: "sheaf:platform-url",
  publishableKey: "sheaf:publishable-key",
  maxFileBytes: "sheaf:max-file-bytes",
  /** Empty, like the site key, without a CAPTCHA. */
  captchaProvider: "sheaf:captcha-provider",
  captchaSiteKey: "sheaf:captcha-site-key",
  /** Empty, like the other three, where the operator has no such page. */
  privacyUrl: "sheaf:privacy-url",
  securityUrl: "sheaf:security-url",
  sourceUrl: "sheaf:source-url",
  contactUrl: "sheaf:contact-url",
  /** "<id>:<key>" of each key that receipts were signed with, the newest first; empty where none are issued. */
  receiptKeys: "sheaf:receipt-keys",
} as const;

/** Pages of the operator that the start page links to. */
export const operatorPages = ["privacy", "security", "source", "contact"] as const;
export type OperatorPage = (typeof operatorPages)[number];

/** Providers of a CAPTCHA that Auth can check, by its names. */
export const captchaProviders = ["turnstile", "hcaptcha"] as const;
export type CaptchaProvider = (typeof captchaProviders)[number];

/** A CAPTCHA of the page; its site key is public. */
export interface Captcha {
  provider: CaptchaProvider;
  siteKey: string;
}
