import { ours } from "./error-text.ts";

const otherWay = "Sign in by email instead, or ask your company's administrator.";
const tellUs = "This is for us to put right; please tell the people who run this site.";

/** Single sign-on and our own provider role: settings between two organisations. */
export const companySignInErrors = {
  saml_provider_disabled: ours("Company sign-in is switched off here.", otherWay),
  sso_provider_disabled: ours("Company sign-in is switched off for your company.", otherWay),
  sso_provider_not_found: ours("We know of no company sign-in for that address.", otherWay),
  saml_idp_not_found: ours("We do not know your company's sign-in service.", otherWay),
  saml_idp_already_exists: ours("That company sign-in is set up already.", tellUs),
  saml_assertion_no_user_id: ours("Your company's answer does not say who you are.", otherWay),
  saml_assertion_no_email: ours("Your company's answer holds no email address.", otherWay),
  saml_entity_id_mismatch: ours("Your company's settings name a different service.", tellUs),
  sso_domain_already_exists: ours("That domain belongs to another company sign-in.", tellUs),
  oauth_authorization_not_found: ours(
    "This permission request is gone.",
    "Start again in the other application.",
  ),
  oauth_client_not_found: ours("We do not know the application that sent you here.", tellUs),
  oauth_consent_not_found: ours("That permission has been taken back already.", "Reload the page."),
  oauth_dynamic_client_registration_disabled: ours("Applications cannot register themselves here.", tellUs),
};
