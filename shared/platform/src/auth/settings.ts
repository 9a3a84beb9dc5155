/** Character classes that a password must hold; the names are the CLI's `password_requirements`. */
export type PasswordRequirements =
  | ""
  | "letters_digits"
  | "lower_upper_letters_digits"
  | "lower_upper_letters_digits_symbols";

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
  email: {
    enableSignup: true,
    doubleConfirmChanges: true,
    enableConfirmations: false,
    securePasswordChange: false,
    maxFrequency: 1,
    otpLength: 6,
    otpExpiry: 3600,
  },
};
