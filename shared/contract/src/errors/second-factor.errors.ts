import { fix, ours, retry, silent } from "./error-text.ts";

/** Authenticator apps, recovery codes and passkeys. */
export const secondFactorErrors = {
  mfa_verification_failed: fix(
    "That code isn’t correct.",
    "Enter the current code, and check that your phone’s clock is correct.",
  ),
  mfa_challenge_expired: fix("The code has expired.", "Enter the code your app shows now."),
  mfa_ip_address_mismatch: fix("Your network changed while you were signing in.", "Enter the code again."),
  mfa_factor_not_found: fix("That two-factor method has been removed.", "Reload the page."),
  mfa_factor_name_conflict: fix(
    "You already have a two-factor method with that name.",
    "Choose a different name.",
  ),
  too_many_enrolled_mfa_factors: fix(
    "You’ve reached the limit for two-factor methods.",
    "Remove one before adding another.",
  ),
  mfa_verified_factor_exists: fix("This two-factor method is already set up.", "Reload the page to see it."),
  mfa_recovery_codes_locked: fix(
    "Recovery codes are locked after too many incorrect tries.",
    "Use your authenticator app, or try again later.",
  ),
  mfa_recovery_codes_sole_factor: fix(
    "You need an authenticator app before you can use recovery codes.",
    "Set up an authenticator app first.",
  ),
  webauthn_challenge_expired: fix("Your passkey wasn’t used in time.", "Try again."),
  webauthn_challenge_not_found: fix("Your passkey wasn’t used in time.", "Try again."),
  webauthn_verification_failed: fix(
    "That passkey wasn’t accepted.",
    "It may have been removed from your account; use another one or sign in by email.",
  ),
  webauthn_credential_not_found: fix(
    "That passkey isn’t registered.",
    "Use another one or sign in by email.",
  ),
  webauthn_credential_exists: fix(
    "This passkey is already on your account.",
    "You can already sign in with it.",
  ),
  too_many_passkeys: fix("You’ve reached the limit for passkeys.", "Remove one before adding another."),
  "passkey.unsupported": fix(
    "This device can’t store a passkey for this site.",
    "Use another device or browser, or sign in by email.",
  ),
  "passkey.device_failed": retry(
    "Your device couldn’t use a passkey right now.",
    "Try again or sign in by email.",
  ),
  "passkey.misconfigured": ours(
    "Passkeys aren’t set up for this site address.",
    "Sign in by email, and please tell the site’s administrator.",
  ),
  "passkey.aborted": silent(
    "The passkey request was replaced by a newer one.",
    "You don’t need to do anything.",
  ),
  "passkey.cancelled": fix("The passkey wasn’t used.", "Try again or sign in by email."),
};
