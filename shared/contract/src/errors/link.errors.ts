import { fix } from "./error-text.ts";

const startOver = "Sign in again from the start.";

/** Codes typed, links opened and returns from a provider. */
export const linkErrors = {
  otp_expired: fix(
    "That code or link is no longer good: it was used, replaced or too old.",
    "Ask for a new one and use it within fifteen minutes.",
  ),
  pkce_code_verifier_not_found: fix(
    "This was started somewhere else, in another browser or a private window.",
    "Ask for a new mail here; the code in it works wherever you type it.",
  ),
  bad_code_verifier: fix("This belongs to an earlier attempt.", startOver),
  flow_state_not_found: fix("This has been used already.", startOver),
  flow_state_already_used: fix("This has been used already.", startOver),
  flow_state_expired: fix("This link waited too long to be opened.", "Ask for a new one and open it soon."),
  bad_oauth_state: fix("We lost track of this sign-in on the way to the provider and back.", startOver),
  bad_oauth_callback: fix("The provider sent us only half an answer.", startOver),
  oauth_client_state_expired: fix("This sign-in stayed open too long.", startOver),
  oauth_client_state_not_found: fix("We lost track of this sign-in on the way.", startOver),
  oauth_invalid_state: fix("We lost track of this sign-in on the way.", startOver),
  saml_relay_state_not_found: fix("We lost track of your company sign-in on the way.", startOver),
  saml_relay_state_expired: fix("Your company sign-in stayed open too long.", startOver),
  access_denied: fix(
    "It was turned down at the provider, before it reached us.",
    "Try once more, or choose another way to sign in.",
  ),
  invite_not_found: fix(
    "This invitation has been used or taken back.",
    "Ask the person who invited you for a new one.",
  ),
  "link.incomplete": fix(
    "Part of this link is missing.",
    "Open it again from the mail, or copy the whole line into the address bar.",
  ),
  "link.unusable": fix("We could not use this link.", "Ask for a new one and open it soon."),
  "link.other_page": fix(
    "The confirmation did not come from our own page.",
    "Open the link from your mail and press the button there.",
  ),
  "email_change.half_done": fix(
    "One of your two addresses is confirmed.",
    "Open the mail that we sent to the other address to finish the change.",
  ),
};
