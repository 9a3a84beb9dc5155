import { contactAdmin, ours } from "./error-text.ts";

const otherWay = "Sign in by email instead, or ask your company’s administrator.";
/** Single sign-on, and Auth as an OAuth provider: settings between two organisations. */
export const companySignInErrors = {
  saml_provider_disabled: ours("Company sign-in is turned off.", otherWay),
  sso_provider_disabled: ours("Company sign-in is turned off for your company.", otherWay),
  sso_provider_not_found: ours("No company sign-in is set up for that address.", otherWay),
  saml_idp_not_found: ours("Your company’s sign-in service isn’t set up here.", otherWay),
  saml_idp_already_exists: ours("That company sign-in is already set up.", contactAdmin),
  saml_assertion_no_user_id: ours("Your company’s response didn’t say who you are.", otherWay),
  saml_assertion_no_email: ours("Your company’s response didn’t include an email address.", otherWay),
  saml_entity_id_mismatch: ours("Your company’s sign-in is set up for a different service.", contactAdmin),
  sso_domain_already_exists: ours("That domain is already used by another company sign-in.", contactAdmin),
  oauth_authorization_not_found: ours(
    "This permission request no longer exists.",
    "Start again in the other app.",
  ),
  oauth_client_not_found: ours("The app that sent you here isn’t registered.", contactAdmin),
  oauth_consent_not_found: ours("That permission has already been revoked.", "Reload the page."),
  oauth_dynamic_client_registration_disabled: ours("Apps can’t register themselves here.", contactAdmin),
};
