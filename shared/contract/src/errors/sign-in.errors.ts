import { fix } from "./error-text.ts";

/** Addresses, passwords and accounts at sign-in. None of these messages reveals whether an address has an account. */
export const signInErrors = {
  invalid_credentials: fix(
    "Incorrect email or password.",
    "Check both, or sign in with an email code instead.",
  ),
  email_address_invalid: fix(
    "We can’t send email to that address.",
    "Check it for typos, or use another address.",
  ),
  email_not_confirmed: fix("This address hasn’t been confirmed yet.", "Request a new code to confirm it."),
  phone_not_confirmed: fix(
    "This phone number hasn’t been confirmed yet.",
    "Request a new code to confirm it.",
  ),
  email_exists: fix(
    "Another account already uses this address.",
    "Sign in with that account, or choose a different address.",
  ),
  phone_exists: fix(
    "Another account already uses this phone number.",
    "Sign in with that account, or choose a different number.",
  ),
  user_already_exists: fix("This account already exists.", "Sign in to it instead."),
  user_not_found: fix(
    "We couldn’t sign you in with that.",
    "Check what you entered, or request a code by email.",
  ),
  user_banned: fix("This account has been suspended.", "Contact the site’s administrator."),
  weak_password: fix(
    "That password is too easy to guess.",
    "Choose a longer one that you don’t use anywhere else.",
  ),
  "weak_password.length": fix("That password is too short.", "Add a few more words or characters."),
  "weak_password.characters": fix(
    "That password needs more kinds of characters.",
    "Mix letters, numbers and symbols.",
  ),
  "weak_password.pwned": fix(
    "That password has appeared in a data breach.",
    "Choose one you’ve never used anywhere.",
  ),
  captcha_failed: fix("We couldn’t verify that you’re human.", "Try the check again."),
  validation_failed: fix("Something you entered isn’t valid.", "Check your entries and try again."),
  "credentials.incomplete": fix(
    "Your email or password is missing.",
    "Enter both your email and your password.",
  ),
  provider_email_needs_verification: fix(
    "That provider hasn’t verified your email address.",
    "Sign in by email instead, then link the provider.",
  ),
  email_address_not_provided: fix(
    "The provider didn’t share your email address.",
    "Allow it to share the address, or sign in by email.",
  ),
  user_sso_managed: fix(
    "Your organisation manages this account.",
    "Ask your organisation’s administrator to make the change.",
  ),
  no_authorization: fix("You need to sign in for this.", "Sign in and try again."),
};
