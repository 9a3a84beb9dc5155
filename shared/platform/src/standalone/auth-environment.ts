import * as v from "valibot";
import { hookAt, hookNames, type HookName, httpHookProblem, splitSecrets } from "../auth/hooks/hook.model.ts";
import type { ProviderSettings } from "../auth/external/provider.model.ts";
import { type AuthSettings, defaultAuthSettings } from "../auth/settings.ts";
import { type EmailName, emailNames } from "../email/email-templates.ts";
import type { SmtpSettings } from "../email/smtp.ts";
import type { TokenKeys } from "../tokens/token-keys.ts";
import {
  Address,
  always,
  Count,
  type Environment,
  Hours,
  List,
  readEnvironment,
  Switch,
  Text,
} from "./read-environment.ts";

/** GoTrue's default, which docker compose keeps. Seconds. */
const mailFrequency = 60;

type EmailVariable<Name extends string> =
  | `GOTRUE_MAILER_TEMPLATES_${Uppercase<Name>}`
  | `GOTRUE_MAILER_SUBJECTS_${Uppercase<Name>}`;

/** Source and subject of each email. */
function templateVariables<Name extends string>(names: readonly Name[]) {
  return Object.fromEntries(
    names.flatMap((name) => [
      [`GOTRUE_MAILER_TEMPLATES_${name.toUpperCase()}`, Address],
      [`GOTRUE_MAILER_SUBJECTS_${name.toUpperCase()}`, Text],
    ]),
  ) as Record<EmailVariable<Name>, typeof Text>;
}

function hookVariables<Name extends HookName>(names: readonly Name[]) {
  return Object.fromEntries(
    names.flatMap((name) => [
      [`GOTRUE_HOOK_${name.toUpperCase()}_ENABLED`, Switch],
      [`GOTRUE_HOOK_${name.toUpperCase()}_URI`, Text],
    ]),
  ) as Record<`GOTRUE_HOOK_${Uppercase<Name>}_ENABLED`, typeof Switch> &
    Record<`GOTRUE_HOOK_${Uppercase<Name>}_URI`, typeof Text>;
}

/** Environment variables of the image `supabase/gotrue`. */
export const authTable = {
  supported: {
    GOTRUE_API_HOST: Text,
    GOTRUE_API_PORT: Count,
    API_EXTERNAL_URL: Address,
    GOTRUE_DB_DRIVER: always("postgres"),
    GOTRUE_DB_DATABASE_URL: Text,
    GOTRUE_SITE_URL: Address,
    GOTRUE_URI_ALLOW_LIST: List,
    GOTRUE_DISABLE_SIGNUP: Switch,
    GOTRUE_JWT_SECRET: Text,
    GOTRUE_JWT_EXP: Count,
    GOTRUE_SESSIONS_TIMEBOX: Hours,
    GOTRUE_SESSIONS_INACTIVITY_TIMEOUT: Hours,
    GOTRUE_JWT_AUD: always("authenticated"),
    // As the real one, which gives new accounts the role "" without it.
    GOTRUE_JWT_DEFAULT_GROUP_NAME: v.optional(v.string(), ""),
    GOTRUE_JWT_ADMIN_ROLES: always("service_role"),
    GOTRUE_JWT_ISSUER: Address,
    GOTRUE_EXTERNAL_EMAIL_ENABLED: Switch,
    GOTRUE_EXTERNAL_PHONE_ENABLED: always("false"),
    GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: always("false"),
    GOTRUE_RATE_LIMIT_EMAIL_SENT: Count,
    // Compose has no templates for these: the worker tells owners of changes.
    GOTRUE_MAILER_NOTIFICATIONS_PASSWORD_CHANGED_ENABLED: always("false"),
    GOTRUE_MAILER_NOTIFICATIONS_EMAIL_CHANGED_ENABLED: always("false"),
    GOTRUE_MAILER_NOTIFICATIONS_IDENTITY_LINKED_ENABLED: always("false"),
    GOTRUE_MAILER_NOTIFICATIONS_IDENTITY_UNLINKED_ENABLED: always("false"),
    GOTRUE_MAILER_NOTIFICATIONS_MFA_FACTOR_ENROLLED_ENABLED: always("false"),
    GOTRUE_MAILER_NOTIFICATIONS_MFA_FACTOR_UNENROLLED_ENABLED: always("false"),
    GOTRUE_MAILER_NOTIFICATIONS_PHONE_CHANGED_ENABLED: always("false"),
    GOTRUE_MAILER_AUTOCONFIRM: Switch,
    GOTRUE_MAILER_OTP_LENGTH: Count,
    GOTRUE_MAILER_OTP_EXP: Count,
    GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED: Switch,
    GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: Switch,
    GOTRUE_PASSWORD_MIN_LENGTH: Count,
    GOTRUE_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: Switch,
    GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: Count,
    GOTRUE_MFA_MAX_ENROLLED_FACTORS: Count,
    GOTRUE_MFA_TOTP_ENROLL_ENABLED: Switch,
    GOTRUE_MFA_TOTP_VERIFY_ENABLED: Switch,
    GOTRUE_MFA_PHONE_ENROLL_ENABLED: always("false"),
    GOTRUE_MFA_PHONE_VERIFY_ENABLED: always("false"),
    GOTRUE_MFA_WEB_AUTHN_ENROLL_ENABLED: always("false"),
    GOTRUE_MFA_WEB_AUTHN_VERIFY_ENABLED: always("false"),
    GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: Switch,
    GOTRUE_SECURITY_CAPTCHA_ENABLED: Switch,
    GOTRUE_SECURITY_CAPTCHA_PROVIDER: v.picklist(
      ["hcaptcha", "turnstile"],
      "is neither hcaptcha nor turnstile",
    ),
    GOTRUE_SECURITY_CAPTCHA_SECRET: v.string(),
    GOTRUE_EXTERNAL_GOOGLE_ENABLED: Switch,
    GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID: v.string(),
    GOTRUE_EXTERNAL_GOOGLE_SECRET: v.string(),
    GOTRUE_EXTERNAL_GOOGLE_REDIRECT_URI: Address,
    GOTRUE_EXTERNAL_GITHUB_ENABLED: Switch,
    GOTRUE_EXTERNAL_GITHUB_CLIENT_ID: v.string(),
    GOTRUE_EXTERNAL_GITHUB_SECRET: v.string(),
    GOTRUE_EXTERNAL_GITHUB_REDIRECT_URI: Address,
    GOTRUE_PASSKEY_ENABLED: Switch,
    GOTRUE_WEBAUTHN_RP_ID: Text,
    GOTRUE_WEBAUTHN_RP_DISPLAY_NAME: Text,
    GOTRUE_WEBAUTHN_RP_ORIGINS: List,
    // Relative to the gateway's root; ours puts its external URL before `/verify`, with the same result.
    GOTRUE_MAILER_URLPATHS_CONFIRMATION: always("/auth/v1/verify"),
    GOTRUE_MAILER_URLPATHS_RECOVERY: always("/auth/v1/verify"),
    GOTRUE_MAILER_URLPATHS_INVITE: always("/auth/v1/verify"),
    GOTRUE_MAILER_URLPATHS_EMAIL_CHANGE: always("/auth/v1/verify"),
    ...templateVariables(emailNames),
    ...hookVariables(Object.keys(hookNames) as HookName[]),
    GOTRUE_HOOK_SEND_EMAIL_ENABLED: Switch,
    GOTRUE_HOOK_SEND_EMAIL_URI: Text,
    GOTRUE_HOOK_SEND_EMAIL_SECRETS: v.string(),
    GOTRUE_SMTP_HOST: Text,
    GOTRUE_SMTP_PORT: Count,
    GOTRUE_SMTP_USER: v.string(),
    GOTRUE_SMTP_PASS: v.string(),
    GOTRUE_SMTP_ADMIN_EMAIL: Text,
    GOTRUE_SMTP_SENDER_NAME: Text,
  },
  ignored: [
    // Checks of the stack come from a single address, so the standalone Auth has no rate limits.
    "GOTRUE_RATE_LIMIT_HEADER",
    "GOTRUE_SECURITY_SB_FORWARDED_FOR_ENABLED",
  ],
};

export interface EmailSource {
  readonly subject: string;
  readonly templateUrl: string;
}

/** Settings of the standalone Auth, from the environment of its container in docker compose. */
export interface AuthEnvironment {
  readonly host: string;
  readonly port: number;
  /** Connects as `supabase_auth_admin`. */
  readonly connectionString: string;
  readonly externalUrl: string;
  readonly tokenKeys: TokenKeys;
  readonly settings: AuthSettings;
  /** Subject and template URL of each email. */
  readonly mails: Readonly<Record<EmailName, EmailSource>>;
  /** Takes the emails that Auth sends itself. */
  readonly smtp: SmtpSettings;
  /** Names that were set and are ignored. */
  readonly ignored: readonly string[];
}

/** @throws one line per setting that is missing or unsupported. */
export function readAuthEnvironment(env: Environment): AuthEnvironment {
  const { values, ignored } = readEnvironment(authTable, env);
  if (values.GOTRUE_JWT_ISSUER !== values.API_EXTERNAL_URL) {
    throw new Error("The environment is invalid:\n  GOTRUE_JWT_ISSUER must equal API_EXTERNAL_URL here");
  }
  return {
    host: values.GOTRUE_API_HOST,
    port: values.GOTRUE_API_PORT,
    connectionString: values.GOTRUE_DB_DATABASE_URL,
    externalUrl: values.API_EXTERNAL_URL,
    tokenKeys: { secret: values.GOTRUE_JWT_SECRET, signingKeys: [] },
    settings: settingsOf(values),
    mails: mailsOf(values),
    smtp: {
      host: values.GOTRUE_SMTP_HOST,
      port: values.GOTRUE_SMTP_PORT,
      user: values.GOTRUE_SMTP_USER,
      pass: values.GOTRUE_SMTP_PASS,
      adminEmail: values.GOTRUE_SMTP_ADMIN_EMAIL,
      senderName: values.GOTRUE_SMTP_SENDER_NAME,
    },
    ignored,
  };
}

type AuthVariables = v.InferOutput<v.ObjectSchema<typeof authTable.supported, undefined>>;

function settingsOf(values: AuthVariables): AuthSettings {
  return {
    ...defaultAuthSettings,
    siteUrl: values.GOTRUE_SITE_URL,
    additionalRedirectUrls: values.GOTRUE_URI_ALLOW_LIST,
    jwtExpiry: values.GOTRUE_JWT_EXP,
    sessions: {
      timebox: values.GOTRUE_SESSIONS_TIMEBOX,
      inactivityTimeout: values.GOTRUE_SESSIONS_INACTIVITY_TIMEOUT,
    },
    defaultRole: values.GOTRUE_JWT_DEFAULT_GROUP_NAME,
    enableSignup: !values.GOTRUE_DISABLE_SIGNUP,
    enableRefreshTokenRotation: values.GOTRUE_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED,
    refreshTokenReuseInterval: values.GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL,
    minimumPasswordLength: values.GOTRUE_PASSWORD_MIN_LENGTH,
    captcha: values.GOTRUE_SECURITY_CAPTCHA_ENABLED
      ? { provider: values.GOTRUE_SECURITY_CAPTCHA_PROVIDER, secret: values.GOTRUE_SECURITY_CAPTCHA_SECRET }
      : undefined,
    hooks: hooksOf(values),
    sendEmailHook: sendEmailHookOf(values),
    emailsPerHour: values.GOTRUE_RATE_LIMIT_EMAIL_SENT,
    enableManualLinking: values.GOTRUE_SECURITY_MANUAL_LINKING_ENABLED,
    external: providersOf(values),
    passkeys: values.GOTRUE_PASSKEY_ENABLED
      ? {
          rpId: values.GOTRUE_WEBAUTHN_RP_ID,
          rpDisplayName: values.GOTRUE_WEBAUTHN_RP_DISPLAY_NAME,
          rpOrigins: values.GOTRUE_WEBAUTHN_RP_ORIGINS,
        }
      : undefined,
    email: {
      enableSignup: values.GOTRUE_EXTERNAL_EMAIL_ENABLED,
      doubleConfirmChanges: values.GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED,
      enableConfirmations: !values.GOTRUE_MAILER_AUTOCONFIRM,
      securePasswordChange: values.GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION,
      maxFrequency: mailFrequency,
      otpLength: values.GOTRUE_MAILER_OTP_LENGTH,
      otpExpiry: values.GOTRUE_MAILER_OTP_EXP,
      notifications: [],
    },
    mfa: {
      maxEnrolledFactors: values.GOTRUE_MFA_MAX_ENROLLED_FACTORS,
      totp: {
        enrollEnabled: values.GOTRUE_MFA_TOTP_ENROLL_ENABLED,
        verifyEnabled: values.GOTRUE_MFA_TOTP_VERIFY_ENABLED,
      },
    },
  };
}

function mailsOf(values: AuthVariables): AuthEnvironment["mails"] {
  const sources = emailNames.map((name) => {
    const variable = name.toUpperCase() as Uppercase<typeof name>;
    const subject = values[`GOTRUE_MAILER_SUBJECTS_${variable}`];
    return [name, { subject, templateUrl: values[`GOTRUE_MAILER_TEMPLATES_${variable}`] }];
  });
  return Object.fromEntries(sources) as AuthEnvironment["mails"];
}

function hooksOf(values: AuthVariables): AuthSettings["hooks"] {
  const entries = (Object.keys(hookNames) as HookName[]).flatMap((name) => {
    const variable = name.toUpperCase() as Uppercase<HookName>;
    if (!values[`GOTRUE_HOOK_${variable}_ENABLED`]) return [];
    const hook = hookAt(values[`GOTRUE_HOOK_${variable}_URI`]);
    if (!hook)
      throw new Error(`The environment is invalid:\n  GOTRUE_HOOK_${variable}_URI names no function`);
    return [[name, hook] as const];
  });
  return Object.fromEntries(entries);
}

function sendEmailHookOf(values: AuthVariables): AuthSettings["sendEmailHook"] {
  if (!values.GOTRUE_HOOK_SEND_EMAIL_ENABLED) return undefined;
  const hook = {
    uri: values.GOTRUE_HOOK_SEND_EMAIL_URI,
    secrets: splitSecrets(values.GOTRUE_HOOK_SEND_EMAIL_SECRETS),
  };
  const problem = httpHookProblem(hook);
  if (problem !== undefined)
    throw new Error(`The environment is invalid:\n  GOTRUE_HOOK_SEND_EMAIL ${problem}`);
  return hook;
}

function providersOf(values: AuthVariables): AuthSettings["external"] {
  const google: ProviderSettings = {
    clientId: values.GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID,
    secret: values.GOTRUE_EXTERNAL_GOOGLE_SECRET,
    redirectUri: values.GOTRUE_EXTERNAL_GOOGLE_REDIRECT_URI,
    url: "",
  };
  const github: ProviderSettings = {
    clientId: values.GOTRUE_EXTERNAL_GITHUB_CLIENT_ID,
    secret: values.GOTRUE_EXTERNAL_GITHUB_SECRET,
    redirectUri: values.GOTRUE_EXTERNAL_GITHUB_REDIRECT_URI,
    url: "",
  };
  return {
    ...(values.GOTRUE_EXTERNAL_GOOGLE_ENABLED && { google }),
    ...(values.GOTRUE_EXTERNAL_GITHUB_ENABLED && { github }),
  };
}
