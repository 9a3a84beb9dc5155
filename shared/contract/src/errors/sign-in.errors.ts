import { fix } from "./error-text.ts";

/** Addresses, passwords and accounts at the door. Nothing here tells a stranger whether an address has an account. */
export const signInErrors = {
  invalid_credentials: fix(
    "That email and password do not belong together.",
    "Check both, or sign in with a code by email instead.",
  ),
  email_address_invalid: fix(
    "We cannot send mail to that address.",
    "Check it for typing mistakes, or use another address.",
  ),
  email_not_confirmed: fix(
    "This address has not been confirmed yet.",
    "Ask for a new code and confirm it with that.",
  ),
  phone_not_confirmed: fix(
    "This phone number has not been confirmed yet.",
    "Ask for a new code and confirm it with that.",
  ),
  email_exists: fix(
    "Another account uses this address already.",
    "Sign in with that account, or choose a different address.",
  ),
  phone_exists: fix(
    "Another account uses this phone number already.",
    "Sign in with that account, or choose a different number.",
  ),
  user_already_exists: fix("There is an account for this already.", "Sign in to it instead."),
  user_not_found: fix(
    "We could not sign you in with that.",
    "Check what you typed, or ask for a code by email.",
  ),
  user_banned: fix("This account has been suspended.", "Write to the people who run this site to ask why."),
  weak_password: fix("That password is too easy to guess.", "Choose a longer one that you use nowhere else."),
  "weak_password.length": fix("That password is too short.", "Add a few more words or characters."),
  "weak_password.characters": fix(
    "That password uses too few kinds of characters.",
    "Mix letters, figures and signs.",
  ),
  "weak_password.pwned": fix(
    "That password is on a list of stolen passwords.",
    "Choose one that you have never used anywhere.",
  ),
  captcha_failed: fix("We could not tell that you are a person.", "Do the check once more."),
  validation_failed: fix(
    "Something you typed has the wrong form.",
    "Look through what you entered and send it again.",
  ),
  "credentials.incomplete": fix("Something is missing.", "Enter both your email and your password."),
  provider_email_needs_verification: fix(
    "That provider has not proven your address to us.",
    "Sign in with your email instead, and link the provider after that.",
  ),
  email_address_not_provided: fix(
    "The provider did not tell us your email address.",
    "Allow it to share the address, or sign in by email.",
  ),
  user_sso_managed: fix(
    "Your organisation looks after this account.",
    "Ask the people who manage it to make the change.",
  ),
  no_authorization: fix("This needs you to be signed in.", "Sign in and try again."),
};
