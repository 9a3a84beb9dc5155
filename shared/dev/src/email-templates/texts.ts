/** The text of an email that reports a change. Go template actions stay as they are: `{{ .Email }}`. */
export interface NotificationText {
  /** Also the document's title. */
  heading: string;
  /** The change, in whole sentences. */
  change: string;
  /** For someone who didn't make the change. */
  doubt: string;
}

/** The text of one email with a code. Go template actions stay as they are: `{{ .Email }}`. */
export interface EmailText {
  /** Also the document's title. */
  heading: string;
  /** Stands above the code. */
  instruction: string;
  /** The link to the confirm page; absent where only the code counts. */
  button?: { label: string; linkType: string };
  /** Lifetime of the code and the link, in words. */
  validity: string;
  /** Completes "Sheaf at … sent this email because …". */
  reason: string;
  /** For someone who didn't expect this email. */
  unexpected: string;
}

const onSignInPage = "Enter this code on the page where you're signing in:";
const codeAndLink = "The code and link can be used once and expire in 15 minutes.";

/** By the names of `[auth.email.template.<name>]` in config.toml, which also holds the subjects. */
export const emailTexts: Readonly<Record<string, EmailText>> = {
  confirmation: {
    heading: "Your Sheaf code",
    instruction: onSignInPage,
    button: { label: "Confirm and sign in", linkType: "signup" },
    validity: codeAndLink,
    reason: "someone entered {{ .Email }} there",
    unexpected: "If this wasn't you, ignore this email. No account will be created.",
  },
  magic_link: {
    heading: "Your Sheaf code",
    instruction: onSignInPage,
    button: { label: "Sign in", linkType: "magiclink" },
    validity: codeAndLink,
    reason: "someone asked to sign in as {{ .Email }}",
    unexpected: "If this wasn't you, ignore this email. Nobody can sign in without the code or link.",
  },
  recovery: {
    heading: "Choose a new password",
    instruction: "Enter this code on the page where you requested it:",
    button: { label: "Choose a new password", linkType: "recovery" },
    validity: codeAndLink,
    reason: "someone requested a new password for {{ .Email }}",
    unexpected: "If this wasn't you, ignore this email. Your password won't change.",
  },
  email_change: {
    heading: "Confirm your email change",
    instruction: "Enter this code on the Security page:",
    button: { label: "Confirm the change", linkType: "email_change" },
    validity: `${codeAndLink} Both addresses must confirm, each with its own code.`,
    reason: "someone who is signed in as {{ .Email }} asked to change that address to {{ .NewEmail }}",
    unexpected:
      "If this wasn't you, ignore this email and change your password. Your email address won't change.",
  },
  invite: {
    heading: "You're invited to Sheaf",
    instruction: "Enter this code when Sheaf asks for it:",
    button: { label: "Accept invitation", linkType: "invite" },
    validity: codeAndLink,
    reason: "someone invited {{ .Email }}",
    unexpected: "If you didn't expect it, ignore this email. No account will be created.",
  },
  reauthentication: {
    heading: "Confirm that it's you",
    instruction: "Enter this code to continue:",
    validity: "The code can be used once and expires in 15 minutes.",
    reason: "someone who is signed in as {{ .Email }} is changing how that account signs in",
    unexpected: "If this wasn't you, ignore this email. Nothing changes without the code.",
  },
};

const signInAndCheck =
  "If this wasn't you, sign in and open the Security page. Sign out all other devices, remove anything you didn't add, and choose a new password.";

/** By the names of `[auth.email.notification.<name>]` in config.toml, which also holds the subjects. */
export const notificationTexts: Readonly<Record<string, NotificationText>> = {
  password_changed: {
    heading: "Your password was changed",
    change: "The password of your account {{ .Email }} was changed. All other devices were signed out.",
    doubt: signInAndCheck,
  },
  email_changed: {
    heading: "Your email address was changed",
    change:
      "The email address of your account was changed from {{ .OldEmail }} to {{ .Email }}. Codes and other emails now go to {{ .Email }}.",
    doubt:
      "If this wasn't you, contact the site's administrator. You can't change the address back yourself, because the new address would have to confirm it.",
  },
  identity_linked: {
    heading: "A sign-in method was added",
    change: "The sign-in method “{{ .Provider }}” was added to your account {{ .Email }}.",
    doubt: signInAndCheck,
  },
  identity_unlinked: {
    heading: "A sign-in method was removed",
    change: "The sign-in method “{{ .Provider }}” was removed from your account.",
    doubt: signInAndCheck,
  },
  mfa_factor_enrolled: {
    heading: "An authenticator app was added",
    change:
      "An authenticator app was added to your account {{ .Email }}. From now on, signing in also needs a code from it.",
    doubt: `${signInAndCheck} If you can't sign in, contact the site's administrator.`,
  },
  mfa_factor_unenrolled: {
    heading: "An authenticator app was removed",
    change:
      "An authenticator app was removed from your account {{ .Email }}. You also get this email if you stopped before its setup was complete.",
    doubt: signInAndCheck,
  },
};
