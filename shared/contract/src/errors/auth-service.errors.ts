import { retry } from "./error-text.ts";

const inAMoment = "Try again in a moment.";

/** The sign-in service is busy, slow or asks for a pause. */
export const authServiceErrors = {
  over_request_rate_limit: retry(
    "There were too many attempts in a short time.",
    "Wait a few minutes, then try again.",
  ),
  over_email_send_rate_limit: retry(
    "A mail went out a moment ago.",
    "Look for it, also among the spam, and wait a minute before you ask again.",
  ),
  over_sms_send_rate_limit: retry(
    "A text message went out a moment ago.",
    "Wait a minute before you ask again.",
  ),
  request_timeout: retry("The sign-in service took too long to answer.", inAMoment),
  unexpected_failure: retry("The sign-in service stumbled.", inAMoment),
  conflict: retry("Two changes met at the same moment.", inAMoment),
  sms_send_failed: retry("The text message could not be sent.", "Try again, or use email instead."),
  hook_timeout: retry("A check during sign-in took too long.", inAMoment),
  hook_timeout_after_retry: retry(
    "A check during sign-in took too long, twice.",
    "Try again in a few minutes.",
  ),
  saml_metadata_fetch_failed: retry(
    "Your company's sign-in service does not answer.",
    "Try again later, or sign in by email.",
  ),
};
