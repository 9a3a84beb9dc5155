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

/** What `[auth]` of `supabase/config.toml` says, in the CLI's meaning. Durations are seconds. */
export interface AuthSettings {
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

/** What holds where the settings say nothing: the CLI's defaults. */
export const defaultAuthSettings: AuthSettings = {
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
