import type { NotificationName } from "../email/email-templates.ts";
import type { Hook, HookName, HttpHook } from "./hooks/hook.model.ts";
import type { ProviderName, ProviderSettings } from "./external/provider.model.ts";

/** Required character classes, by the CLI's `password_requirements`. */
export type PasswordRequirements =
  | ""
  | "letters_digits"
  | "lower_upper_letters_digits"
  | "lower_upper_letters_digits_symbols";

export interface CaptchaSettings {
  provider: "hcaptcha" | "turnstile";
  secret: string;
}

/** Relying party of passkeys. A browser offers a passkey only to the host it was created for. */
export interface PasskeySettings {
  /** The site's host, without a port; never an IP address. */
  rpId: string;
  rpDisplayName: string;
  rpOrigins: readonly string[];
}

/** Requests per address in five minutes, with thirty of each kind at once. */
export interface AddressLimits {
  /** `/token`, all grants. */
  tokenRefresh: number;
  /** Each endpoint that signs up, sends an email or changes an account. */
  signInSignUps: number;
  tokenVerifications: number;
}

/** GoTrue settings that the CLI doesn't have. Durations are seconds. */
export interface UnnamedSettings {
  /** Header whose value, up to the first comma, identifies an address. Without one nothing is counted. */
  rateLimitHeader: string | undefined;
  /** Role of new accounts, and of the tokens issued to them: the database role of everyone who signs in. */
  defaultRole: string;
  /** Only the most recently refreshed session of a user stays valid. */
  singleSessionPerUser: boolean;
  /** Lifetime of `aal1` sessions of users with a verified factor; 0 is unlimited. */
  lowAalTimeout: number;
  /** Changing the password needs the current one, except in a session started by email. */
  requireCurrentPassword: boolean;
  /** Longer requests are answered with 504. */
  maxRequestDuration: number;
}

/** `[auth]` of `supabase/config.toml`, as the CLI reads it. Durations are seconds. */
export interface AuthSettings extends UnnamedSettings {
  siteUrl: string;
  /** Globs over the whole address: `*` stops at `.` and `/`, `**` does not. */
  additionalRedirectUrls: readonly string[];
  jwtExpiry: number;
  enableSignup: boolean;
  enableRefreshTokenRotation: boolean;
  /** Time after its revocation in which a refresh token still gets a new one. */
  refreshTokenReuseInterval: number;
  minimumPasswordLength: number;
  passwordRequirements: PasswordRequirements;
  /** Signed-in users may link providers. */
  enableManualLinking: boolean;
  /** Enabled providers. */
  external: Readonly<Partial<Record<ProviderName, ProviderSettings>>>;
  /** Undefined where passkeys are off. */
  passkeys: PasskeySettings | undefined;
  /** Session expiry; 0 is never. */
  sessions: {
    /** After the session started. */
    timebox: number;
    /** After the last refresh. */
    inactivityTimeout: number;
  };
  /** Emails per hour of the whole process, counted from its start; 0 refuses all. */
  emailsPerHour: number;
  addressLimits: AddressLimits;
  /** Undefined where no CAPTCHA is asked for. */
  captcha: CaptchaSettings | undefined;
  /** Functions of the database that Auth calls. */
  hooks: Readonly<Partial<Record<HookName, Hook>>>;
  /** Sends every email in Auth's place; undefined if Auth sends them from templates. */
  sendEmailHook: HttpHook | undefined;
  email: {
    enableSignup: boolean;
    /** Email changes also need confirmation by the old address. */
    doubleConfirmChanges: boolean;
    /** False confirms addresses at sign-up without an email. */
    enableConfirmations: boolean;
    /** Changing a password needs a session of the last day, or an emailed nonce. */
    securePasswordChange: boolean;
    /** Minimum time between two emails of one kind to one account. */
    maxFrequency: number;
    /** Digits of an emailed code, 6 to 10. */
    otpLength: number;
    otpExpiry: number;
    /** Changes that are reported to the account's address. */
    notifications: readonly NotificationName[];
  };
  mfa: {
    /** Factors per account, including unverified ones. */
    maxEnrolledFactors: number;
    totp: {
      enrollEnabled: boolean;
      /** False also refuses factors that are already enrolled. */
      verifyEnabled: boolean;
    };
  };
}

/** GoTrue's defaults, except the role: the CLI and hosted always set it. */
export const defaultUnnamedSettings: UnnamedSettings = {
  rateLimitHeader: undefined,
  defaultRole: "authenticated",
  singleSessionPerUser: false,
  lowAalTimeout: 0,
  requireCurrentPassword: false,
  maxRequestDuration: 10,
};

export const defaultAddressLimits: AddressLimits = {
  tokenRefresh: 150,
  signInSignUps: 30,
  tokenVerifications: 30,
};

/** The CLI's defaults. */
export const defaultAuthSettings: AuthSettings = {
  ...defaultUnnamedSettings,
  sessions: { timebox: 0, inactivityTimeout: 0 },
  emailsPerHour: 360_000,
  addressLimits: defaultAddressLimits,
  captcha: undefined,
  hooks: {},
  sendEmailHook: undefined,
  siteUrl: "http://127.0.0.1:3000",
  additionalRedirectUrls: [],
  jwtExpiry: 3600,
  enableSignup: true,
  enableRefreshTokenRotation: true,
  refreshTokenReuseInterval: 10,
  minimumPasswordLength: 6,
  passwordRequirements: "",
  enableManualLinking: false,
  external: {},
  passkeys: undefined,
  email: {
    enableSignup: true,
    doubleConfirmChanges: true,
    enableConfirmations: false,
    securePasswordChange: false,
    maxFrequency: 1,
    otpLength: 6,
    otpExpiry: 3600,
    notifications: [],
  },
  mfa: { maxEnrolledFactors: 10, totp: { enrollEnabled: false, verifyEnabled: false } },
};
