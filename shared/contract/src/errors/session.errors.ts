import { fix, retry, silent } from "./error-text.ts";

const signInAgain = "Sign in again to go on.";

/** The signed-in state itself: ended, replaced or not strong enough. */
export const sessionErrors = {
  "session.required": fix("You are not signed in here any more.", signInAgain),
  "session.this_one": fix("That is the device you are using now.", "Sign out on it instead."),
  session_not_found: fix("You have been signed out on this device.", signInAgain),
  session_expired: fix("You were signed in for as long as is allowed.", signInAgain),
  refresh_token_not_found: fix("Your sign-in on this device has ended.", signInAgain),
  refresh_token_already_used: fix(
    "Your sign-in was renewed in another window.",
    "Reload this page; if that does not help, sign in again.",
  ),
  bad_jwt: fix("Your sign-in is no longer accepted.", signInAgain),
  invalid_jwt: fix("Your sign-in is no longer accepted.", signInAgain),
  "session.not_kept": fix(
    "This browser did not keep your sign-in.",
    "Allow cookies for this site, or leave the private window, and sign in again.",
  ),
  "session.renewed_elsewhere": silent(
    "Another window renewed your sign-in at the same moment.",
    "Nothing is to be done.",
  ),
  "session.unreadable": retry("We could not read your sign-in.", "Reload the page."),
  insufficient_aal: fix(
    "This needs your second step as well.",
    "Enter the code from your authenticator app.",
  ),
  reauthentication_needed: fix(
    "We want to be sure that this is you.",
    "Enter the code that we send to your email.",
  ),
  reauthentication_not_valid: fix(
    "That confirmation code is wrong or too old.",
    "Ask for a new one and enter it.",
  ),
  reauth_nonce_missing: fix("The confirmation code is missing.", "Enter the code that we sent you."),
};
