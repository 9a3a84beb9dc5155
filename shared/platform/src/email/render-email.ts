import { htmlToText } from "./html-to-text.ts";
import type { EmailName, EmailTemplates, NotificationEmailName } from "./email-templates.ts";
import { builtInTemplates } from "./email-templates.ts";
import type { Email } from "./email.ts";
import { compileHtml, compileSubject } from "./template.ts";
import type { TemplateValues, TemplateVariable } from "./template.ts";

type AnyEmailName = EmailName | NotificationEmailName;

export type RenderEmail = (name: AnyEmailName, to: string, values: TemplateValues) => Email;

const always: readonly TemplateVariable[] = ["SiteURL", "Email", "Data"];

const withLink: readonly TemplateVariable[] = [
  ...always,
  "ConfirmationURL",
  "NewEmail",
  "SendingTo",
  "Token",
  "TokenHash",
  "RedirectTo",
];

/** Variables of emails that have no link. A reauthentication code is only typed in; a notification has not even a code. */
const withoutLink: Readonly<Partial<Record<AnyEmailName, readonly TemplateVariable[]>>> = {
  reauthentication: [...always, "Token"],
  password_changed_notification: always,
  email_changed_notification: [...always, "OldEmail"],
  identity_linked_notification: [...always, "Provider"],
  identity_unlinked_notification: [...always, "Provider"],
  mfa_factor_enrolled_notification: [...always, "FactorType"],
  mfa_factor_unenrolled_notification: [...always, "FactorType"],
};

/**
 * Compiles all templates up front, so that a mistake in one is reported at startup and not at a user's sign-in.
 *
 * @throws an error that names the invalid template.
 */
export function createEmailRenderer(templates: EmailTemplates): RenderEmail {
  const names = Object.keys(builtInTemplates) as AnyEmailName[];
  const compiled = Object.fromEntries(names.map((name) => [name, compileEmail(templates, name)])) as Record<
    AnyEmailName,
    ReturnType<typeof compileEmail>
  >;
  return (name, to, values) => {
    const html = compiled[name].html(values);
    return { to, subject: compiled[name].subject(values), html, text: htmlToText(html) };
  };
}

function compileEmail(templates: EmailTemplates, name: AnyEmailName) {
  const allowed = withoutLink[name] ?? withLink;
  try {
    return {
      subject: compileSubject(templates[name].subject, allowed),
      html: compileHtml(templates[name].html, allowed),
    };
  } catch (error) {
    throw new Error(`The email template "${name}" is invalid`, { cause: error });
  }
}
