import { contactAdmin, fix, ours, retry, silent } from "./error-text.ts";

const signInAgain = "Sign in again to continue.";

/** The session itself: ended, replaced or lacking a second factor. */
export const sessionErrors = {
  "session.required": fix("You’ve been signed out.", signInAgain),
  "session.this_one": fix("That’s the device you’re using now.", "Use Sign out instead."),
  session_not_found: fix("You’ve been signed out on this device.", signInAgain),
  session_expired: fix("You reached the maximum session length.", signInAgain),
  refresh_token_not_found: fix("Your session on this device has ended.", signInAgain),
  refresh_token_already_used: fix(
    "Your session was renewed in another window.",
    "Reload this page; if that doesn’t help, sign in again.",
  ),
  bad_jwt: fix("Your session is no longer valid.", signInAgain),
  invalid_jwt: fix("Your session is no longer valid.", signInAgain),
  "session.not_kept": fix(
    "This browser blocked the sign-in cookie.",
    "Allow cookies for this site or leave the private window, then sign in again.",
  ),
  "session.renewed_elsewhere": silent(
    "Another window renewed your session at the same time.",
    "You don’t need to do anything.",
  ),
  "session.unreadable": retry("We couldn’t read your session.", "Reload the page."),
  insufficient_aal: fix(
    "This requires two-factor authentication.",
    "Enter the code from your authenticator app.",
  ),
  "proof.required": fix("Please confirm again that it’s you.", "Try again."),
  "proof.act": ours("We can’t confirm this change.", contactAdmin),
  "proof.cancelled": silent("You didn’t confirm that it’s you.", "Try again when you’re ready."),
  "proof.other_account": fix(
    "That passkey belongs to a different account.",
    "Use a passkey of this account, or confirm another way.",
  ),
  reauthentication_needed: fix("We need to verify that it’s you.", "Enter the code we email you."),
  reauthentication_not_valid: fix(
    "That confirmation code is incorrect or has expired.",
    "Request a new one and enter it.",
  ),
  reauth_nonce_missing: fix("The confirmation code is missing.", "Enter the code we sent you."),
};
