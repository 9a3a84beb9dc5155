/** The mails that sign-in sends, by the names of `[auth.email.template.<name>]`. */
export const mailNames = [
  "confirmation",
  "magic_link",
  "recovery",
  "email_change",
  "invite",
  "reauthentication",
] as const;

export type MailName = (typeof mailNames)[number];

/** Sources as the settings give them: a subject and HTML with `{{ .Variable }}` in it. */
export interface MailTemplate {
  subject: string;
  html: string;
}

export type MailTemplates = Readonly<Record<MailName, MailTemplate>>;

function link(title: string, sentence: string, action: string): MailTemplate {
  return {
    subject: title,
    html: `<h2>${title}</h2>
<p>${sentence}</p>
<p><a href="{{ .ConfirmationURL }}">${action}</a></p>
<p>Or enter this code: {{ .Token }}</p>
`,
  };
}

/** What is sent where the settings name no template: plain, and linked straight to the platform's verify endpoint. */
export const builtInTemplates: MailTemplates = {
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
    subject: "Confirm it is you",
    html: "<h2>Confirm it is you</h2>\n<p>Enter this code: {{ .Token }}</p>\n",
  },
};
