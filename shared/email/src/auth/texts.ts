/** The text of an email with a code. Go template actions stay as they are: `{{ .Email }}`. */
export interface CodeText {
  /**
   * Also in config.toml and docker-compose.yml. Has no apostrophe: hosted projects put a backslash in front of it
   * (supabase/auth#1361).
   */
  subject: string;
  heading: string;
  /** Shown beside the subject in lists of emails. */
  preview: string;
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

/** The code in two groups, as the page shows it. */
export const codeGroups = ["{{ slice .Token 0 4 }}", "{{ slice .Token 4 }}"] as const;
const code = codeGroups.join(" ");

const onSignInPage = "Enter this code on the page where you’re signing in:";
const codeAndLink = "The code and link can be used once and expire in 15 minutes.";

/** By the names of `[auth.email.template.<name>]` in config.toml. */
export const codeTexts: Readonly<Record<string, CodeText>> = {
  confirmation: {
    subject: `Your Sheaf code is ${code}`,
    heading: "Your Sheaf code",
    preview: "Enter it on the page where you’re signing in.",
    instruction: onSignInPage,
    button: { label: "Confirm and sign in", linkType: "signup" },
    validity: codeAndLink,
    reason: "someone entered {{ .Email }} there",
    unexpected: "If this wasn’t you, ignore this email. No account will be created.",
  },
  magic_link: {
    subject: `Your Sheaf code is ${code}`,
    heading: "Your Sheaf code",
    preview: "Enter it on the page where you’re signing in.",
    instruction: onSignInPage,
    button: { label: "Sign in", linkType: "magiclink" },
    validity: codeAndLink,
    reason: "someone asked to sign in as {{ .Email }}",
    unexpected: "If this wasn’t you, ignore this email. Nobody can sign in without the code or link.",
  },
  recovery: {
    subject: `Choose a new password: your code is ${code}`,
    heading: "Choose a new password",
    preview: "Enter the code on the page where you requested it.",
    instruction: "Enter this code on the page where you requested it:",
    button: { label: "Choose a new password", linkType: "recovery" },
    validity: codeAndLink,
    reason: "someone requested a new password for {{ .Email }}",
    unexpected: "If this wasn’t you, ignore this email. Your password won’t change.",
  },
  email_change: {
    subject: `Confirm your email change: your code is ${code}`,
    heading: "Confirm your email change",
    preview: "Both addresses must confirm.",
    instruction: "Enter this code on the Security page:",
    button: { label: "Confirm the change", linkType: "email_change" },
    validity: `${codeAndLink} Both addresses must confirm, each with its own code.`,
    reason: "someone who is signed in as {{ .Email }} asked to change that address to {{ .NewEmail }}",
    unexpected:
      "If this wasn’t you, ignore this email and change your password. Your email address won’t change.",
  },
  invite: {
    subject: `Your invitation to Sheaf: your code is ${code}`,
    heading: "You’re invited to Sheaf",
    preview: "Accept the invitation to open your account.",
    instruction: "Enter this code when Sheaf asks for it:",
    button: { label: "Accept invitation", linkType: "invite" },
    validity: codeAndLink,
    reason: "someone invited {{ .Email }}",
    unexpected: "If you didn’t expect it, ignore this email. No account will be created.",
  },
  reauthentication: {
    subject: `Confirm a change: your code is ${code}`,
    heading: "Confirm that it’s you",
    preview: "Enter the code to continue.",
    instruction: "Enter this code to continue:",
    validity: "The code can be used once and expires in 15 minutes.",
    reason: "someone who is signed in as {{ .Email }} is changing how that account signs in",
    unexpected: "If this wasn’t you, ignore this email. Nothing changes without the code.",
  },
};
