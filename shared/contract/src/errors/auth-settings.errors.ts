import { ours } from "./error-text.ts";

const otherWay = "Choose another way to sign in.";
const tellUs = "This is for us to put right; please tell the people who run this site.";

/** Switched off or set up wrongly: nothing that the person did. */
export const authSettingsErrors = {
  signup_disabled: ours("This site takes no new accounts.", "Ask the people who run it to let you in."),
  otp_disabled: ours("We cannot send a code to this address.", otherWay),
  email_provider_disabled: ours("Signing in by email is switched off here.", otherWay),
  phone_provider_disabled: ours("Signing in by phone is switched off here.", otherWay),
  anonymous_provider_disabled: ours("Looking around as a guest is switched off here.", "Sign in instead."),
  provider_disabled: ours("This way to sign in is switched off here.", otherWay),
  oauth_provider_not_supported: ours("This provider is not set up here.", otherWay),
  custom_provider_not_found: ours("This provider is not set up here.", otherWay),
  over_custom_provider_quota: ours("No more providers can be added here.", tellUs),
  manual_linking_disabled: ours("Ways to sign in cannot be joined here.", "Keep using the one you have."),
  passkey_disabled: ours("Passkeys are switched off here.", otherWay),
  feature_disabled: ours("This is switched off here.", "You can go on without it."),
  web3_provider_disabled: ours("Signing in with a wallet is switched off here.", otherWay),
  web3_unsupported_chain: ours("That kind of wallet is not supported here.", otherWay),
  email_address_not_authorized: ours("Mail from here cannot reach that address yet.", tellUs),
  mfa_totp_enroll_not_enabled: ours("Authenticator apps cannot be added here.", "You can go on without one."),
  mfa_totp_verify_not_enabled: ours("Authenticator apps cannot be used here.", tellUs),
  mfa_phone_enroll_not_enabled: ours(
    "Codes by text message cannot be set up here.",
    "Use an authenticator app.",
  ),
  mfa_phone_verify_not_enabled: ours("Codes by text message cannot be used here.", tellUs),
  mfa_webauthn_enroll_not_enabled: ours("Security keys cannot be added here.", "Use an authenticator app."),
  mfa_webauthn_verify_not_enabled: ours("Security keys cannot be used here.", tellUs),
  mfa_recovery_codes_enroll_not_enabled: ours(
    "Recovery codes cannot be made here.",
    "You can go on without them.",
  ),
  mfa_recovery_codes_verify_not_enabled: ours(
    "Recovery codes cannot be used here.",
    "Use your authenticator app.",
  ),
  mfa_verification_rejected: ours("A security rule of this site turned the sign-in down.", tellUs),
  unexpected_audience: ours("This sign-in was meant for another site.", "Start again from our sign-in page."),
  hook_payload_over_size_limit: ours("A check during sign-in could not take our question.", tellUs),
  hook_payload_invalid_content_type: ours("A check during sign-in gave an answer we cannot read.", tellUs),
  bad_json: ours(
    "The page sent something that the sign-in service cannot read.",
    "Reload the page and try again.",
  ),
  not_admin: ours("Only the people who run this site may do that.", "Ask one of them."),
  user_not_allowed: ours("This account may not do that.", tellUs),
};
