import { inAMoment, retry } from "./error-text.ts";

/** The sign-in service is busy or slow, or it limits the rate. */
export const authServiceErrors = {
  over_request_rate_limit: retry("Too many attempts.", "Wait a few minutes, then try again."),
  over_new_account_limit: retry(
    "Many people in your network have just signed up.",
    "Try again in an hour; requests sent to you are safe.",
  ),
  over_email_send_rate_limit: retry(
    "We just sent an email.",
    "Check your inbox and spam folder, and wait a minute before asking again.",
  ),
  over_sms_send_rate_limit: retry("We just sent a text message.", "Wait a minute before asking again."),
  request_timeout: retry("The sign-in service took too long to respond.", inAMoment),
  unexpected_failure: retry("Something went wrong with sign-in.", inAMoment),
  conflict: retry("Someone else made a change at the same time.", inAMoment),
  sms_send_failed: retry("The text message couldn’t be sent.", "Try again, or use email instead."),
  hook_timeout: retry("Sign-in is taking too long.", inAMoment),
  hook_timeout_after_retry: retry("Sign-in is taking too long.", "Try again in a few minutes."),
  saml_metadata_fetch_failed: retry(
    "Your company’s sign-in service isn’t responding.",
    "Try again later, or sign in by email.",
  ),
};
