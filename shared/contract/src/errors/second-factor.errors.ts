import { fix, ours, retry, silent } from "./error-text.ts";

/** Authenticator apps, recovery codes and passkeys in a person's hands. */
export const secondFactorErrors = {
  mfa_verification_failed: fix(
    "That code is not the right one.",
    "Enter the newest code, and check that your phone shows the right time.",
  ),
  mfa_challenge_expired: fix("That took a little too long.", "Enter the code that your app shows now."),
  mfa_ip_address_mismatch: fix("Your network changed while you were typing.", "Enter the code once more."),
  mfa_factor_not_found: fix("That second step has been removed.", "Reload the page to see what is left."),
  mfa_factor_name_conflict: fix(
    "One of your second steps has that name already.",
    "Give this one another name.",
  ),
  too_many_enrolled_mfa_factors: fix(
    "You have as many second steps as an account can hold.",
    "Remove one before you add another.",
  ),
  mfa_verified_factor_exists: fix(
    "This second step is set up already.",
    "Nothing more is needed; reload the page to see it.",
  ),
  mfa_recovery_codes_locked: fix(
    "Recovery codes are locked after too many wrong ones.",
    "Use your authenticator app, or try again later.",
  ),
  mfa_recovery_codes_sole_factor: fix(
    "Recovery codes cannot stand alone.",
    "Set up an authenticator app first.",
  ),
  webauthn_challenge_expired: fix("Your passkey was not used in time.", "Try again."),
  webauthn_challenge_not_found: fix("Your passkey was not used in time.", "Try again."),
  webauthn_verification_failed: fix(
    "We could not accept that passkey.",
    "It may have been removed from your account: use another one, or sign in by email.",
  ),
  webauthn_credential_not_found: fix("We do not know that passkey.", "Use another one, or sign in by email."),
  webauthn_credential_exists: fix(
    "This passkey is on your account already.",
    "You can use it to sign in as it is.",
  ),
  too_many_passkeys: fix(
    "You have as many passkeys as an account can hold.",
    "Remove one before you add another.",
  ),
  "passkey.unsupported": fix(
    "This device cannot keep a passkey for us.",
    "Use another device or browser, or sign in by email.",
  ),
  "passkey.device_failed": retry(
    "Your device could not use a passkey just now.",
    "Try again, or sign in by email.",
  ),
  "passkey.misconfigured": ours(
    "Passkeys are not set up for this address.",
    "Sign in by email, and please tell the people who run this site.",
  ),
  "passkey.aborted": silent("The passkey request was replaced by another one.", "Nothing is to be done."),
  "passkey.cancelled": fix("The passkey was not used.", "Try again, or sign in by email."),
};
