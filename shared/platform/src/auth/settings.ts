import type { ProviderName, ProviderSettings } from "./external/provider.model.ts";

/** Character classes that a password must hold; the names are the CLI's `password_requirements`. */
export type PasswordRequirements =
  | ""
  | "letters_digits"
  | "lower_upper_letters_digits"
  | "lower_upper_letters_digits_symbols";

/** For whom passkeys are made: a browser offers a key to the host that it was made for, and to no other. */
export interface PasskeySettings {
  /** The site's host, without a port; never an IP address. */
  rpId: string;
  rpDisplayName: string;
  rpOrigins: readonly string[];
}

/** How many requests one address may send; the first thirty of a kind may come at once. Of five minutes each. */
export interface AddressLimits {
  /** Of `/token`, whatever it is asked for. */
  tokenRefresh: number;
  /** Of each endpoint that signs someone up, mails a way in or changes an account. */
  signInSignUps: number;
  tokenVerifications: number;
}

/** Settings for which the CLI has no name. Durations are seconds. */
export interface UnnamedSettings {
  /** The header whose value, up to its first comma, tells addresses apart; without one nobody is counted. */
  rateLimitHeader: string | undefined;
  /** Of someone's sessions only the one refreshed last goes on. */
  singleSessionPerUser: boolean;
  /** A session ends so long after it began unless it shows the second factor that its person has; 0 never. */
  lowAalTimeout: number;
  /** A new password needs the old one beside it, except in a session begun by mail. */
  requireCurrentPassword: boolean;
  /** A request that takes longer is answered with 504. */
  maxRequestDuration: number;
}

/** What `[auth]` of `supabase/config.toml` says, in the CLI's meaning. Durations are seconds. */
export interface AuthSettings extends UnnamedSettings {
  siteUrl: string;
  /** Globs over the whole address: `*` stops at `.` and `/`, `**` does not. */
  additionalRedirectUrls: readonly string[];
  jwtExpiry: number;
  enableSignup: boolean;
  enableRefreshTokenRotation: boolean;
  /** A revoked refresh token still answers with a new one for so long after its revocation. */
  refreshTokenReuseInterval: number;
  minimumPasswordLength: number;
  passwordRequirements: PasswordRequirements;
  /** People may add a provider to their account while they are signed in. */
  enableManualLinking: boolean;
  /** Providers that are switched on. */
  external: Readonly<Partial<Record<ProviderName, ProviderSettings>>>;
  /** Undefined where passkeys are off. */
  passkeys: PasskeySettings | undefined;
  /** When a session ends by itself; 0 is never. */
  sessions: {
    /** After it began. */
    timebox: number;
    /** After it was last refreshed. */
    inactivityTimeout: number;
  };
  /** All mails of this process together, in each hour since it started; 0 refuses every one. */
  emailsPerHour: number;
  addressLimits: AddressLimits;
  email: {
    enableSignup: boolean;
    /** An e-mail change asks the old address as well as the new one. */
    doubleConfirmChanges: boolean;
    /** False confirms every address at sign-up without a mail. */
    enableConfirmations: boolean;
    /** A password is changed only in a session of the last day, or with a mailed nonce. */
    securePasswordChange: boolean;
    /** Least time between two mails of one kind to one account. */
    maxFrequency: number;
    /** Digits of a mailed code, 6 to 10. */
    otpLength: number;
    otpExpiry: number;
  };
  mfa: {
    /** Factors of one person, unverified ones included. */
    maxEnrolledFactors: number;
    totp: {
      enrollEnabled: boolean;
      /** False refuses factors that are enrolled already, too. */
      verifyEnabled: boolean;
    };
  };
}

/** The service's own. */
export const defaultUnnamedSettings: UnnamedSettings = {
  rateLimitHeader: undefined,
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

/** What holds where the settings say nothing: the CLI's defaults. */
export const defaultAuthSettings: AuthSettings = {
  ...defaultUnnamedSettings,
  sessions: { timebox: 0, inactivityTimeout: 0 },
  emailsPerHour: 360_000,
  addressLimits: defaultAddressLimits,
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
  },
  mfa: { maxEnrolledFactors: 10, totp: { enrollEnabled: false, verifyEnabled: false } },
};
