import * as v from "valibot";

/**
 * Parts of Auth that are not here, by the CLI's names. They may be written down, but only as switched off: a setting
 * that did nothing would be taken for one that does.
 */

/** @param part what the sentence of the refusal says is not here. */
export const off = (part: string) => v.literal(false, `the local platform has no ${part}; write false`);

/** A section that says `enabled = false`, whatever else is prepared in it. */
const offSection = (part: string) => v.looseObject({ enabled: off(part) });

/** Sections of which none may be on. */
const offSections = (names: Readonly<Record<string, string>>) =>
  v.strictObject(
    Object.fromEntries(Object.entries(names).map(([name, part]) => [name, v.optional(offSection(part))])),
  );

export const captcha = offSection("captcha");

export const oauthServer = offSection("OAuth server");

export const hooks = offSections({
  mfa_verification_attempt: "hooks",
  password_verification_attempt: "hooks",
  custom_access_token: "hooks",
  send_sms: "hooks",
  send_email: "hooks",
  before_user_created: "hooks",
  after_user_created: "hooks",
});

export const thirdParty = offSections({
  firebase: "third-party tokens",
  auth0: "third-party tokens",
  aws_cognito: "third-party tokens",
  clerk: "third-party tokens",
  workos: "third-party tokens",
});

export const web3 = offSections({ solana: "sign-in by wallet", ethereum: "sign-in by wallet" });

/** Mails that tell of a change after it was made. */
export const notifications = offSections({
  password_changed: "notification mails",
  email_changed: "notification mails",
  phone_changed: "notification mails",
  identity_linked: "notification mails",
  identity_unlinked: "notification mails",
  mfa_factor_enrolled: "notification mails",
  mfa_factor_unenrolled: "notification mails",
});

const gateways = ["twilio", "twilio_verify", "messagebird", "textlocal", "vonage"] as const;

export const sms = v.strictObject({
  enabled: v.optional(off("sign-in by phone")),
  enable_signup: v.optional(off("sign-in by phone")),
  enable_confirmations: v.optional(v.boolean()),
  template: v.optional(v.string()),
  max_frequency: v.optional(v.string()),
  test_otp: v.optional(v.record(v.string(), v.string())),
  ...v.entriesFromList(gateways, v.optional(offSection("text messages"))),
});

/** `[auth.mfa.phone]`, `[auth.mfa.web_authn]`. */
export const factor = (part: string) =>
  v.looseObject({ enroll_enabled: off(part), verify_enabled: off(part) });

/** Providers that the CLI knows and this platform cannot talk to. */
const foreignProviders = ["apple", "azure", "bitbucket", "discord", "facebook", "figma", "fly", "gitlab"]
  .concat(["kakao", "linkedin", "linkedin_oidc", "notion", "slack", "slack_oidc", "snapchat", "spotify"])
  .concat(["twitch", "twitter", "workos", "x", "zoom"]);

export const foreignProviderSections = Object.fromEntries(
  foreignProviders.map((name) => [name, v.optional(offSection(`provider ${name}`))]),
);
