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

/** Changes that Auth reports to the account's owner, named as in `[auth.email.notification.<name>]`. */
export const notificationNames = [
  "password_changed",
  "email_changed",
  "identity_linked",
  "identity_unlinked",
  "mfa_factor_enrolled",
  "mfa_factor_unenrolled",
] as const;

export type NotificationName = (typeof notificationNames)[number];
export type NotificationEmailName = `${NotificationName}_notification`;

/** The template of a notification; GoTrue's variables use the same name. */
export const notificationEmail = (name: NotificationName): NotificationEmailName => `${name}_notification`;

/** Template sources from the settings: a subject and HTML, both with `{{ .Variable }}` placeholders. */
export interface EmailTemplate {
  subject: string;
  html: string;
}

export type EmailTemplates = Readonly<Record<EmailName | NotificationEmailName, EmailTemplate>>;

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

function notice(title: string, sentence: string): EmailTemplate {
  return { subject: title, html: `<h2>${title}</h2>\n<p>${sentence}</p>\n` };
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
  password_changed_notification: notice(
    "Your password was changed",
    "The password of {{ .Email }} was changed.",
  ),
  email_changed_notification: notice(
    "Your email address was changed",
    "Your address was changed from {{ .OldEmail }} to {{ .Email }}.",
  ),
  identity_linked_notification: notice(
    "A sign-in method was added",
    "{{ .Provider }} was added to the account {{ .Email }}.",
  ),
  identity_unlinked_notification: notice(
    "A sign-in method was removed",
    "{{ .Provider }} was removed from the account {{ .Email }}.",
  ),
  mfa_factor_enrolled_notification: notice(
    "A second factor was added",
    "{{ .FactorType }} was added to the account {{ .Email }}.",
  ),
  mfa_factor_unenrolled_notification: notice(
    "A second factor was removed",
    "{{ .FactorType }} was removed from the account {{ .Email }}.",
  ),
};
