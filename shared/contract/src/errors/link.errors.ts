import { fix } from "./error-text.ts";

const startOver = "Start signing in again.";

/** Emailed codes and links, and returns from a provider. */
export const linkErrors = {
  otp_expired: fix(
    "That code or link is no longer valid.",
    "Request a new one and use it within 15 minutes.",
  ),
  pkce_code_verifier_not_found: fix(
    "This sign-in was started in a different browser or a private window.",
    "Request a new email here; its code works in any browser.",
  ),
  bad_code_verifier: fix("This belongs to an earlier sign-in attempt.", startOver),
  flow_state_not_found: fix("This has already been used.", startOver),
  flow_state_already_used: fix("This has already been used.", startOver),
  flow_state_expired: fix("This link has expired.", "Request a new one and open it soon."),
  bad_oauth_state: fix("We lost track of this sign-in.", startOver),
  bad_oauth_callback: fix("The provider’s response was incomplete.", startOver),
  oauth_client_state_expired: fix("This sign-in has expired.", startOver),
  oauth_client_state_not_found: fix("We lost track of this sign-in.", startOver),
  oauth_invalid_state: fix("We lost track of this sign-in.", startOver),
  saml_relay_state_not_found: fix("We lost track of your company sign-in.", startOver),
  saml_relay_state_expired: fix("Your company sign-in has expired.", startOver),
  access_denied: fix("The provider declined the sign-in.", "Try again, or choose another sign-in method."),
  invite_not_found: fix(
    "This invitation has been used or revoked.",
    "Ask the person who invited you for a new one.",
  ),
  "link.incomplete": fix(
    "Part of this link is missing.",
    "Open it again from the email, or copy the whole link into the address bar.",
  ),
  "link.unusable": fix("We couldn’t use this link.", "Request a new one and open it soon."),
  "link.other_page": fix(
    "This confirmation didn’t come from our page.",
    "Open the link in your email and press the button there.",
  ),
  "email_change.half_done": fix(
    "One of your two addresses is confirmed.",
    "To finish the change, open the email we sent to the other address.",
  ),
};
