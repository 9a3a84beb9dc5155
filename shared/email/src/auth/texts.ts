/** The text of an email with a code. */
export interface CodeText {
  /** Name of Auth's template, as in `[auth.email.template.<name>]`. */
  template: string;
  /**
   * Followed by the code. Also in config.toml and docker-compose.yml. Has no apostrophe: hosted projects put a backslash in
   * front of it (supabase/auth#1361).
   */
  subject: string;
  heading: string;
  /** Shown beside the subject in lists of emails. */
  preview: string;
  /** Stands above the code. */
  instruction: string;
  /** The link to the confirm page; absent where only the code counts. */
  button?: string;
  /** Lifetime of the code and the link, in words. */
  validity: string;
  /** Completes "Sheaf at … sent this email because …". */
  reason: (account: { email: string; newEmail: string }) => string;
  /** For someone who didn't expect this email. */
  unexpected: string;
}

const onSignInPage = "Enter this code on the page where you’re signing in:";
const codeAndLink = "The code and link can be used once and expire in 15 minutes.";

/** By Auth's name for the purpose of the email: `email_action_type`, and `type` of the link. */
export const codeTexts = {
  signup: {
    template: "confirmation",
    subject: "Your Sheaf code is",
    heading: "Your Sheaf code",
    preview: "Enter it on the page where you’re signing in.",
    instruction: onSignInPage,
    button: "Confirm and sign in",
    validity: codeAndLink,
    reason: ({ email }) => `someone entered ${email} there`,
    unexpected: "If this wasn’t you, ignore this email. No account will be created.",
  },
  magiclink: {
    template: "magic_link",
    subject: "Your Sheaf code is",
    heading: "Your Sheaf code",
    preview: "Enter it on the page where you’re signing in.",
    instruction: onSignInPage,
    button: "Sign in",
    validity: codeAndLink,
    reason: ({ email }) => `someone asked to sign in as ${email}`,
    unexpected: "If this wasn’t you, ignore this email. Nobody can sign in without the code or link.",
  },
  recovery: {
    template: "recovery",
    subject: "Choose a new password: your code is",
    heading: "Choose a new password",
    preview: "Enter the code on the page where you requested it.",
    instruction: "Enter this code on the page where you requested it:",
    button: "Choose a new password",
    validity: codeAndLink,
    reason: ({ email }) => `someone requested a new password for ${email}`,
    unexpected: "If this wasn’t you, ignore this email. Your password won’t change.",
  },
  email_change: {
    template: "email_change",
    subject: "Confirm your email change: your code is",
    heading: "Confirm your email change",
    preview: "Both addresses must confirm.",
    instruction: "Enter this code on the Security page:",
    button: "Confirm the change",
    validity: `${codeAndLink} Both addresses must confirm, each with its own code.`,
    reason: ({ email, newEmail }) =>
      `someone who is signed in as ${email} asked to change that address to ${newEmail}`,
    unexpected:
      "If this wasn’t you, ignore this email and change your password. Your email address won’t change.",
  },
  invite: {
    template: "invite",
    subject: "Your invitation to Sheaf: your code is",
    heading: "You’re invited to Sheaf",
    preview: "Accept the invitation to open your account.",
    instruction: "Enter this code when Sheaf asks for it:",
    button: "Accept invitation",
    validity: codeAndLink,
    reason: ({ email }) => `someone invited ${email}`,
    unexpected: "If you didn’t expect it, ignore this email. No account will be created.",
  },
  reauthentication: {
    template: "reauthentication",
    subject: "Confirm a change: your code is",
    heading: "Confirm that it’s you",
    preview: "Enter the code to continue.",
    instruction: "Enter this code to continue:",
    validity: "The code can be used once and expires in 15 minutes.",
    reason: ({ email }) => `someone who is signed in as ${email} is changing how that account signs in`,
    unexpected: "If this wasn’t you, ignore this email. Nothing changes without the code.",
  },
} as const satisfies Readonly<Record<string, CodeText>>;

export type CodeKind = keyof typeof codeTexts;
