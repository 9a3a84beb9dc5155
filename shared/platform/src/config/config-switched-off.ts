import * as v from "valibot";

/**
 * Parts of Auth that the local platform lacks, by the CLI's names. They may be listed, but only as disabled: enabling them
 * would otherwise silently do nothing.
 */

/** @param part named by the error message as missing. */
export const off = (part: string) => v.literal(false, `the local platform has no ${part}; write false`);

/** A section with `enabled = false`; all its other settings are accepted. */
const offSection = (part: string) => v.looseObject({ enabled: off(part) });

/** Sections that must be disabled. */
const offSections = (names: Readonly<Record<string, string>>) =>
  v.strictObject(
    Object.fromEntries(Object.entries(names).map(([name, part]) => [name, v.optional(offSection(part))])),
  );

export const oauthServer = offSection("OAuth server");

/** Hooks other than those that the platform runs. */
export const hookSections = {
  custom_access_token: v.optional(offSection("such hook")),
  send_sms: v.optional(offSection("such hook")),
  after_user_created: v.optional(offSection("such hook")),
};

export const thirdParty = offSections({
  firebase: "third-party tokens",
  auth0: "third-party tokens",
  aws_cognito: "third-party tokens",
  clerk: "third-party tokens",
  workos: "third-party tokens",
});

export const web3 = offSections({ solana: "sign-in by wallet", ethereum: "sign-in by wallet" });

/** `[auth.email.notification.phone_changed]`. */
export const phoneChanged = offSection("phone numbers");

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

/** Providers that the CLI supports and this platform doesn't. */
const foreignProviders = ["apple", "azure", "bitbucket", "discord", "facebook", "figma", "fly", "gitlab"]
  .concat(["kakao", "linkedin", "linkedin_oidc", "notion", "slack", "slack_oidc", "snapchat", "spotify"])
  .concat(["twitch", "twitter", "workos", "x", "zoom"]);

export const foreignProviderSections = Object.fromEntries(
  foreignProviders.map((name) => [name, v.optional(offSection(`provider ${name}`))]),
);
