import * as v from "valibot";
import type { ProviderSettings } from "../auth/external/provider.model.ts";
import { type AuthSettings, defaultAuthSettings } from "../auth/settings.ts";
import type { EmailName } from "../email/email-templates.ts";
import type { TokenKeys } from "../tokens/token-keys.ts";
import {
  Address,
  always,
  Count,
  type Environment,
  List,
  readEnvironment,
  Switch,
  Text,
} from "./read-environment.ts";

/** GoTrue's default, which docker compose keeps. Seconds. */
const mailFrequency = 60;

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
    GOTRUE_JWT_AUD: always("authenticated"),
    GOTRUE_JWT_ADMIN_ROLES: always("service_role"),
    GOTRUE_JWT_ISSUER: Address,
    GOTRUE_EXTERNAL_EMAIL_ENABLED: Switch,
    GOTRUE_EXTERNAL_PHONE_ENABLED: always("false"),
    GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: always("false"),
    GOTRUE_RATE_LIMIT_EMAIL_SENT: Count,
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
    GOTRUE_MAILER_TEMPLATES_CONFIRMATION: Address,
    GOTRUE_MAILER_TEMPLATES_MAGIC_LINK: Address,
    GOTRUE_MAILER_TEMPLATES_RECOVERY: Address,
    GOTRUE_MAILER_TEMPLATES_INVITE: Address,
    GOTRUE_MAILER_TEMPLATES_EMAIL_CHANGE: Address,
    GOTRUE_MAILER_TEMPLATES_REAUTHENTICATION: Address,
    GOTRUE_MAILER_SUBJECTS_CONFIRMATION: Text,
    GOTRUE_MAILER_SUBJECTS_MAGIC_LINK: Text,
    GOTRUE_MAILER_SUBJECTS_RECOVERY: Text,
    GOTRUE_MAILER_SUBJECTS_INVITE: Text,
    GOTRUE_MAILER_SUBJECTS_EMAIL_CHANGE: Text,
    GOTRUE_MAILER_SUBJECTS_REAUTHENTICATION: Text,
  },
  ignored: [
    // Checks of the stack come from a single address, so the standalone Auth has no rate limits.
    "GOTRUE_RATE_LIMIT_HEADER",
    "GOTRUE_SECURITY_SB_FORWARDED_FOR_ENABLED",
    // The standalone Auth captures emails instead of sending them.
    "GOTRUE_SMTP_HOST",
    "GOTRUE_SMTP_PORT",
    "GOTRUE_SMTP_USER",
    "GOTRUE_SMTP_PASS",
    "GOTRUE_SMTP_ADMIN_EMAIL",
    "GOTRUE_SMTP_SENDER_NAME",
  ],
};

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
  readonly mails: Readonly<Record<EmailName, { readonly subject: string; readonly templateUrl: string }>>;
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
    mails: {
      confirmation: {
        subject: values.GOTRUE_MAILER_SUBJECTS_CONFIRMATION,
        templateUrl: values.GOTRUE_MAILER_TEMPLATES_CONFIRMATION,
      },
      magic_link: {
        subject: values.GOTRUE_MAILER_SUBJECTS_MAGIC_LINK,
        templateUrl: values.GOTRUE_MAILER_TEMPLATES_MAGIC_LINK,
      },
      recovery: {
        subject: values.GOTRUE_MAILER_SUBJECTS_RECOVERY,
        templateUrl: values.GOTRUE_MAILER_TEMPLATES_RECOVERY,
      },
      invite: {
        subject: values.GOTRUE_MAILER_SUBJECTS_INVITE,
        templateUrl: values.GOTRUE_MAILER_TEMPLATES_INVITE,
      },
      email_change: {
        subject: values.GOTRUE_MAILER_SUBJECTS_EMAIL_CHANGE,
        templateUrl: values.GOTRUE_MAILER_TEMPLATES_EMAIL_CHANGE,
      },
      reauthentication: {
        subject: values.GOTRUE_MAILER_SUBJECTS_REAUTHENTICATION,
        templateUrl: values.GOTRUE_MAILER_TEMPLATES_REAUTHENTICATION,
      },
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
    enableSignup: !values.GOTRUE_DISABLE_SIGNUP,
    enableRefreshTokenRotation: values.GOTRUE_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED,
    refreshTokenReuseInterval: values.GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL,
    minimumPasswordLength: values.GOTRUE_PASSWORD_MIN_LENGTH,
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
