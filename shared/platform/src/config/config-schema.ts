import * as v from "valibot";
import { providerNames } from "../auth/external/provider.model.ts";
import { hookAt } from "../auth/hooks/hook.model.ts";
import * as switchedOff from "./config-switched-off.ts";
import { emailNames, notificationNames } from "../email/email-templates.ts";

/** Parts of the CLI's stack that the local platform lacks. They may be listed, but only as disabled. */
const disabledService = (part: string) => v.optional(v.strictObject({ enabled: switchedOff.off(part) }));

const Port = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535));
const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

const unitSeconds = { ms: 0.001, s: 1, m: 60, h: 3600 } as const;

/** Duration as the CLI writes it, such as "1m30s"; parsed to seconds. */
const Duration = v.pipe(
  v.string(),
  v.regex(/^(?:\d+(?:ms|[smh]))+$/, 'must be a duration such as "1s" or "1m30s"'),
  v.transform((text) =>
    [...text.matchAll(/(\d+)(ms|[smh])/g)].reduce(
      (sum, [, amount, unit]) => sum + Number(amount) * unitSeconds[unit as keyof typeof unitSeconds],
      0,
    ),
  ),
);

const unitBytes = { b: 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 } as const;

/** Size such as "50MiB", or a plain number of bytes; parsed to bytes. */
const Size = v.pipe(
  v.union([v.number(), v.string()]),
  v.transform(String),
  v.regex(/^\d+\s*(?:b|[kmg](?:i?b)?)?$/i, 'must be a size such as "50MiB"'),
  v.transform((text) => {
    const unit = /[bkmg]/i.exec(text)?.[0].toLowerCase() ?? "b";
    return Number.parseInt(text, 10) * unitBytes[unit as keyof typeof unitBytes];
  }),
);

/** Missing settings get the platform's defaults. */
const Template = v.strictObject({ subject: v.optional(v.string()), content_path: v.optional(v.string()) });

const Notification = v.strictObject({
  enabled: v.boolean(),
  subject: v.optional(v.string()),
  content_path: v.optional(v.string()),
});

/** The secret is needed only while it is enabled. */
const Captcha = v.strictObject({
  enabled: v.boolean(),
  provider: v.picklist(["hcaptcha", "turnstile"]),
  secret: v.string(),
});

/** `[auth.hook.send_email]`. The address and the secrets are checked while it is enabled. */
const HttpHook = v.strictObject({
  enabled: v.boolean(),
  uri: v.string(),
  secrets: v.optional(v.string(), ""),
});

/** `[auth.hook.<name>]`, for every other hook. Only functions of the database are supported. */
const Hook = v.strictObject({
  enabled: v.boolean(),
  uri: v.pipe(
    v.string(),
    v.check(
      (uri) => hookAt(uri) !== undefined,
      'must name a function of the database: "pg-functions://postgres/<schema>/<function>"',
    ),
  ),
});

/** `[auth.email.smtp]`. Required fields may be missing while it is disabled. */
const Smtp = v.variant("enabled", [
  v.looseObject({ enabled: v.literal(false) }),
  v.strictObject({
    enabled: v.optional(v.literal(true), true),
    host: v.pipe(v.string(), v.nonEmpty()),
    port: Port,
    user: v.optional(v.string(), ""),
    pass: v.optional(v.string(), ""),
    admin_email: v.pipe(v.string(), v.nonEmpty()),
    sender_name: v.optional(v.string(), ""),
  }),
]);

const Email = v.strictObject({
  enabled: v.boolean(),
  double_confirm_changes: v.boolean(),
  enable_confirmations: v.boolean(),
  secure_password_change: v.boolean(),
  require_current_password: v.optional(v.boolean(), false),
  max_frequency: Duration,
  otp_length: v.pipe(v.number(), v.integer(), v.minValue(6), v.maxValue(10)),
  otp_expiry: Count,
  template: v.optional(v.strictObject(v.entriesFromList(emailNames, v.optional(Template))), {}),
  notification: v.optional(
    v.strictObject({
      ...v.entriesFromList(notificationNames, v.optional(Notification)),
      phone_changed: v.optional(switchedOff.phoneChanged),
    }),
    {},
  ),
  smtp: v.optional(Smtp),
});

/** Limits per hour, and per address and five minutes. Limits of disabled sign-in methods have no effect. */
const RateLimit = v.strictObject({
  email_sent: v.optional(Count),
  token_refresh: v.optional(Count),
  sign_in_sign_ups: v.optional(Count),
  token_verifications: v.optional(Count),
  sms_sent: v.optional(Count),
  anonymous_users: v.optional(Count),
  web3: v.optional(Count),
});

const Sessions = v.strictObject({
  timebox: v.optional(Duration, "0s"),
  inactivity_timeout: v.optional(Duration, "0s"),
});

/** `[auth.external.<name>]`. The nonce setting has no effect, because the platform accepts no id tokens. */
const External = v.strictObject({
  enabled: v.boolean(),
  client_id: v.optional(v.string(), ""),
  secret: v.optional(v.string(), ""),
  redirect_uri: v.optional(v.string(), ""),
  url: v.optional(v.string(), ""),
  skip_nonce_check: v.optional(v.boolean()),
  email_optional: v.optional(v.literal(false)),
});

const Mfa = v.strictObject({
  max_enrolled_factors: Count,
  totp: v.strictObject({ enroll_enabled: v.boolean(), verify_enabled: v.boolean() }),
  phone: v.optional(switchedOff.factor("factor by phone")),
  web_authn: v.optional(switchedOff.factor("WebAuthn factor")),
});

/** The part of `supabase/config.toml` that the local platform supports. */
export const ConfigFile = v.strictObject({
  project_id: v.string(),
  api: v.strictObject({
    enabled: v.optional(v.literal(true)),
    port: Port,
    schemas: v.pipe(v.array(v.string()), v.minLength(1)),
    extra_search_path: v.array(v.string()),
    max_rows: Count,
  }),
  db: v.strictObject({ major_version: v.number() }),
  realtime: disabledService("Realtime"),
  studio: disabledService("Studio"),
  edge_runtime: disabledService("edge functions"),
  analytics: disabledService("analytics"),
  local_smtp: v.strictObject({ enabled: v.literal(true), port: Port }),
  storage: v.strictObject({ enabled: v.optional(v.literal(true)), file_size_limit: Size }),
  auth: v.strictObject({
    enabled: v.optional(v.literal(true)),
    site_url: v.pipe(v.string(), v.url()),
    additional_redirect_urls: v.array(v.string()),
    signing_keys_path: v.optional(v.pipe(v.string(), v.nonEmpty())),
    jwt_expiry: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(604_800)),
    enable_refresh_token_rotation: v.boolean(),
    refresh_token_reuse_interval: Count,
    enable_signup: v.boolean(),
    enable_anonymous_sign_ins: v.optional(switchedOff.off("anonymous sign-in")),
    enable_manual_linking: v.optional(v.boolean(), false),
    minimum_password_length: v.pipe(v.number(), v.integer(), v.minValue(6)),
    password_requirements: v.picklist([
      "",
      "letters_digits",
      "lower_upper_letters_digits",
      "lower_upper_letters_digits_symbols",
    ]),
    passkey: v.optional(v.strictObject({ enabled: v.boolean() })),
    webauthn: v.optional(
      v.strictObject({
        rp_display_name: v.string(),
        rp_id: v.pipe(v.string(), v.nonEmpty()),
        rp_origins: v.pipe(v.array(v.pipe(v.string(), v.url())), v.minLength(1)),
      }),
    ),
    external: v.optional(
      v.strictObject({
        ...v.entriesFromList(providerNames, v.optional(External)),
        ...switchedOff.foreignProviderSections,
      }),
      {},
    ),
    email: Email,
    mfa: Mfa,
    sessions: v.optional(Sessions, {}),
    rate_limit: v.optional(RateLimit, {}),
    captcha: v.optional(Captcha),
    sms: v.optional(switchedOff.sms),
    hook: v.optional(
      v.strictObject({
        before_user_created: v.optional(Hook),
        mfa_verification_attempt: v.optional(Hook),
        password_verification_attempt: v.optional(Hook),
        send_email: v.optional(HttpHook),
        ...switchedOff.hookSections,
      }),
      {},
    ),
    third_party: v.optional(switchedOff.thirdParty),
    web3: v.optional(switchedOff.web3),
    oauth_server: v.optional(switchedOff.oauthServer),
  }),
  /** Settings of other projects, which don't affect this platform. */
  remotes: v.optional(v.record(v.string(), v.looseObject({ project_id: v.string() }))),
});

export type ConfigFile = v.InferOutput<typeof ConfigFile>;
