import { contactAdmin, ours } from "./error-text.ts";

const otherWay = "Choose another sign-in method.";
/** Turned off or misconfigured; not caused by the user. */
export const authSettingsErrors = {
  signup_disabled: ours("New accounts are turned off.", "Ask the administrator for access."),
  otp_disabled: ours("We can’t send a code to this address.", otherWay),
  email_provider_disabled: ours("Email sign-in is turned off.", otherWay),
  phone_provider_disabled: ours("Phone sign-in is turned off.", otherWay),
  anonymous_provider_disabled: ours("Guest access is turned off.", "Sign in instead."),
  provider_disabled: ours("This sign-in method is turned off.", otherWay),
  oauth_provider_not_supported: ours("This provider isn’t set up.", otherWay),
  custom_provider_not_found: ours("This provider isn’t set up.", otherWay),
  over_custom_provider_quota: ours("The limit for sign-in providers has been reached.", contactAdmin),
  manual_linking_disabled: ours("Sign-in methods can’t be linked here.", "Continue with the one you have."),
  passkey_disabled: ours("Passkeys are turned off.", otherWay),
  feature_disabled: ours("This feature is turned off.", "You can continue without it."),
  web3_provider_disabled: ours("Wallet sign-in is turned off.", otherWay),
  web3_unsupported_chain: ours("That type of wallet isn’t supported.", otherWay),
  email_address_not_authorized: ours("We can’t send email to that address yet.", contactAdmin),
  mfa_totp_enroll_not_enabled: ours(
    "Authenticator apps can’t be added here.",
    "You can continue without one.",
  ),
  mfa_totp_verify_not_enabled: ours("Authenticator apps can’t be used here.", contactAdmin),
  mfa_phone_enroll_not_enabled: ours("Text message codes can’t be set up here.", "Use an authenticator app."),
  mfa_phone_verify_not_enabled: ours("Text message codes can’t be used here.", contactAdmin),
  mfa_webauthn_enroll_not_enabled: ours("Security keys can’t be added here.", "Use an authenticator app."),
  mfa_webauthn_verify_not_enabled: ours("Security keys can’t be used here.", contactAdmin),
  mfa_recovery_codes_enroll_not_enabled: ours(
    "Recovery codes can’t be created here.",
    "You can continue without them.",
  ),
  mfa_recovery_codes_verify_not_enabled: ours(
    "Recovery codes can’t be used here.",
    "Use your authenticator app.",
  ),
  mfa_verification_rejected: ours("A security rule blocked this sign-in.", contactAdmin),
  unexpected_audience: ours("This sign-in was for a different site.", "Start again from our sign-in page."),
  hook_payload_over_size_limit: ours("A sign-in check failed.", contactAdmin),
  hook_payload_invalid_content_type: ours("A sign-in check failed.", contactAdmin),
  bad_json: ours(
    "The page sent a request that the sign-in service can’t read.",
    "Reload the page and try again.",
  ),
  not_admin: ours("Only administrators can do that.", "Ask an administrator."),
  user_not_allowed: ours("This account isn’t allowed to do that.", contactAdmin),
};
