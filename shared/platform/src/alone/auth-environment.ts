import * as v from "valibot";
import type { ProviderSettings } from "../auth/external/provider.model.ts";
import { type AuthSettings, defaultAuthSettings } from "../auth/settings.ts";
import type { MailName } from "../mail/mail-templates.ts";
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

/** GoTrue's own, which nothing in docker compose changes. Seconds. */
const mailFrequency = 60;

/** By the names of the image `supabase/gotrue`. */
export const authTable = {
  takes: {
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
    GOTRUE_JWT_DEFAULT_GROUP_NAME: always("authenticated"),
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
    // From the gateway's root; ours puts its external address before `/verify`, which comes to the same.
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
  leaves: [
    // Whoever checks a stack of ours comes from one address: ours, started alone, counts no tries.
    "GOTRUE_RATE_LIMIT_HEADER",
    "GOTRUE_SECURITY_SB_FORWARDED_FOR_ENABLED",
    // Ours, started alone, sends no mails: it keeps them.
    "GOTRUE_SMTP_HOST",
    "GOTRUE_SMTP_PORT",
    "GOTRUE_SMTP_USER",
    "GOTRUE_SMTP_PASS",
    "GOTRUE_SMTP_ADMIN_EMAIL",
    "GOTRUE_SMTP_SENDER_NAME",
  ],
};

/** What Auth needs to start alone, as its container in docker compose is told it. */
export interface AuthEnvironment {
  readonly host: string;
  readonly port: number;
  /** Of `supabase_auth_admin`. */
  readonly connectionString: string;
  readonly externalUrl: string;
  readonly tokenKeys: TokenKeys;
  readonly settings: AuthSettings;
  /** Each mail's subject, and where its text is. */
  readonly mails: Readonly<Record<MailName, { readonly subject: string; readonly templateUrl: string }>>;
  /** Names that were given and that ours has no part for. */
  readonly left: readonly string[];
}

/** @throws in words, one line per setting that is missing or that ours cannot do. */
export function readAuthEnvironment(env: Environment): AuthEnvironment {
  const { taken, left } = readEnvironment(authTable, env);
  if (taken.GOTRUE_JWT_ISSUER !== taken.API_EXTERNAL_URL) {
    throw new Error("This cannot be used:\n  GOTRUE_JWT_ISSUER can only be API_EXTERNAL_URL here");
  }
  return {
    host: taken.GOTRUE_API_HOST,
    port: taken.GOTRUE_API_PORT,
    connectionString: taken.GOTRUE_DB_DATABASE_URL,
    externalUrl: taken.API_EXTERNAL_URL,
    tokenKeys: { secret: taken.GOTRUE_JWT_SECRET, signingKeys: [] },
    settings: settingsOf(taken),
    mails: {
      confirmation: {
        subject: taken.GOTRUE_MAILER_SUBJECTS_CONFIRMATION,
        templateUrl: taken.GOTRUE_MAILER_TEMPLATES_CONFIRMATION,
      },
      magic_link: {
        subject: taken.GOTRUE_MAILER_SUBJECTS_MAGIC_LINK,
        templateUrl: taken.GOTRUE_MAILER_TEMPLATES_MAGIC_LINK,
      },
      recovery: {
        subject: taken.GOTRUE_MAILER_SUBJECTS_RECOVERY,
        templateUrl: taken.GOTRUE_MAILER_TEMPLATES_RECOVERY,
      },
      invite: {
        subject: taken.GOTRUE_MAILER_SUBJECTS_INVITE,
        templateUrl: taken.GOTRUE_MAILER_TEMPLATES_INVITE,
      },
      email_change: {
        subject: taken.GOTRUE_MAILER_SUBJECTS_EMAIL_CHANGE,
        templateUrl: taken.GOTRUE_MAILER_TEMPLATES_EMAIL_CHANGE,
      },
      reauthentication: {
        subject: taken.GOTRUE_MAILER_SUBJECTS_REAUTHENTICATION,
        templateUrl: taken.GOTRUE_MAILER_TEMPLATES_REAUTHENTICATION,
      },
    },
    left,
  };
}

type Taken = v.InferOutput<v.ObjectSchema<typeof authTable.takes, undefined>>;

function settingsOf(taken: Taken): AuthSettings {
  return {
    ...defaultAuthSettings,
    siteUrl: taken.GOTRUE_SITE_URL,
    additionalRedirectUrls: taken.GOTRUE_URI_ALLOW_LIST,
    jwtExpiry: taken.GOTRUE_JWT_EXP,
    enableSignup: !taken.GOTRUE_DISABLE_SIGNUP,
    enableRefreshTokenRotation: taken.GOTRUE_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED,
    refreshTokenReuseInterval: taken.GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL,
    minimumPasswordLength: taken.GOTRUE_PASSWORD_MIN_LENGTH,
    emailsPerHour: taken.GOTRUE_RATE_LIMIT_EMAIL_SENT,
    enableManualLinking: taken.GOTRUE_SECURITY_MANUAL_LINKING_ENABLED,
    external: providersOf(taken),
    passkeys: taken.GOTRUE_PASSKEY_ENABLED
      ? {
          rpId: taken.GOTRUE_WEBAUTHN_RP_ID,
          rpDisplayName: taken.GOTRUE_WEBAUTHN_RP_DISPLAY_NAME,
          rpOrigins: taken.GOTRUE_WEBAUTHN_RP_ORIGINS,
        }
      : undefined,
    email: {
      enableSignup: taken.GOTRUE_EXTERNAL_EMAIL_ENABLED,
      doubleConfirmChanges: taken.GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED,
      enableConfirmations: !taken.GOTRUE_MAILER_AUTOCONFIRM,
      securePasswordChange: taken.GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION,
      maxFrequency: mailFrequency,
      otpLength: taken.GOTRUE_MAILER_OTP_LENGTH,
      otpExpiry: taken.GOTRUE_MAILER_OTP_EXP,
    },
    mfa: {
      maxEnrolledFactors: taken.GOTRUE_MFA_MAX_ENROLLED_FACTORS,
      totp: {
        enrollEnabled: taken.GOTRUE_MFA_TOTP_ENROLL_ENABLED,
        verifyEnabled: taken.GOTRUE_MFA_TOTP_VERIFY_ENABLED,
      },
    },
  };
}

function providersOf(taken: Taken): AuthSettings["external"] {
  const google: ProviderSettings = {
    clientId: taken.GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID,
    secret: taken.GOTRUE_EXTERNAL_GOOGLE_SECRET,
    redirectUri: taken.GOTRUE_EXTERNAL_GOOGLE_REDIRECT_URI,
    url: "",
  };
  const github: ProviderSettings = {
    clientId: taken.GOTRUE_EXTERNAL_GITHUB_CLIENT_ID,
    secret: taken.GOTRUE_EXTERNAL_GITHUB_SECRET,
    redirectUri: taken.GOTRUE_EXTERNAL_GITHUB_REDIRECT_URI,
    url: "",
  };
  return {
    ...(taken.GOTRUE_EXTERNAL_GOOGLE_ENABLED && { google }),
    ...(taken.GOTRUE_EXTERNAL_GITHUB_ENABLED && { github }),
  };
}
