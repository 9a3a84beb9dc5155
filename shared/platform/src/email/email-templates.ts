/** Emails that Auth sends, named as in `[auth.email.template.<name>]`. */
export const emailNames = [
  "confirmation",
  "magic_link",
  "recovery",
  "email_change",
  "invite",
  "reauthentication",
] as const;

export type EmailName = (typeof emailNames)[number];

/** Template sources from the settings: a subject and HTML, both with `{{ .Variable }}` placeholders. */
export interface EmailTemplate {
  subject: string;
  html: string;
}

export type EmailTemplates = Readonly<Record<EmailName, EmailTemplate>>;

function link(title: string, sentence: string, action: string): EmailTemplate {
  return {
    subject: title,
    html: `<h2>${title}</h2>
<p>${sentence}</p>
<p><a href="{{ .ConfirmationURL }}">${action}</a></p>
<p>Or enter this code: {{ .Token }}</p>
`,
  };
}

/** Defaults for templates that the settings don't set. Their links go straight to the platform's verify endpoint. */
export const builtInTemplates: EmailTemplates = {
  confirmation: link(
    "Confirm your email address",
    "Follow this link to finish signing up.",
    "Confirm address",
  ),
  magic_link: link("Your sign-in link", "Follow this link to sign in.", "Sign in"),
  recovery: link("Reset your password", "Follow this link to choose a new password.", "Reset password"),
  email_change: link(
    "Confirm your new email address",
    "Follow this link to change your address from {{ .Email }} to {{ .NewEmail }}.",
    "Change address",
  ),
  invite: link("You have been invited", "Follow this link to accept the invitation.", "Accept"),
  reauthentication: {
    subject: "Confirm it's you",
    html: "<h2>Confirm it's you</h2>\n<p>Enter this code: {{ .Token }}</p>\n",
  },
};
