import { htmlToText } from "./html-to-text.ts";
import type { EmailName, EmailTemplates } from "./email-templates.ts";
import { emailNames } from "./email-templates.ts";
import type { Email } from "./email.ts";
import { compileHtml, compileSubject, templateVariables } from "./template.ts";
import type { TemplateValues, TemplateVariable } from "./template.ts";

export type RenderEmail = (name: EmailName, to: string, values: TemplateValues) => Email;

/** A reauthentication code is only typed in, so its email has no link and no second address. */
const withoutLink: readonly TemplateVariable[] = ["SiteURL", "Email", "Token", "Data"];

/**
 * Compiles all templates up front, so that a mistake in one is reported at startup and not at somebody's sign-in.
 *
 * @throws an error that names the invalid template.
 */
export function createEmailRenderer(templates: EmailTemplates): RenderEmail {
  const compiled = Object.fromEntries(
    emailNames.map((name) => [name, compileEmail(templates, name)]),
  ) as Record<EmailName, ReturnType<typeof compileEmail>>;
  return (name, to, values) => {
    const html = compiled[name].html(values);
    return { to, subject: compiled[name].subject(values), html, text: htmlToText(html) };
  };
}

function compileEmail(templates: EmailTemplates, name: EmailName) {
  const allowed = name === "reauthentication" ? withoutLink : templateVariables;
  try {
    return {
      subject: compileSubject(templates[name].subject, allowed),
      html: compileHtml(templates[name].html, allowed),
    };
  } catch (error) {
    throw new Error(`The email template "${name}" is invalid`, { cause: error });
  }
}
