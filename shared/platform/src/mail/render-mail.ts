import { htmlToText } from "./html-to-text.ts";
import type { MailName, MailTemplates } from "./mail-templates.ts";
import { mailNames } from "./mail-templates.ts";
import type { Mail } from "./mail.ts";
import { compileHtml, compileSubject, templateVariables } from "./template.ts";
import type { TemplateValues, TemplateVariable } from "./template.ts";

export type RenderMail = (name: MailName, to: string, values: TemplateValues) => Mail;

/** A nonce is only read off and typed in: its mail knows no link and no second address. */
const withoutLink: readonly TemplateVariable[] = ["SiteURL", "Email", "Token", "Data"];

/**
 * Reads every template once, so that a mistake in one is found when the platform starts and not when someone signs in.
 *
 * @throws naming the template that holds something which no mail may hold.
 */
export function createMailRenderer(templates: MailTemplates): RenderMail {
  const compiled = Object.fromEntries(
    mailNames.map((name) => [name, compileMail(templates, name)]),
  ) as Record<MailName, ReturnType<typeof compileMail>>;
  return (name, to, values) => {
    const html = compiled[name].html(values);
    return { to, subject: compiled[name].subject(values), html, text: htmlToText(html) };
  };
}

function compileMail(templates: MailTemplates, name: MailName) {
  const allowed = name === "reauthentication" ? withoutLink : templateVariables;
  try {
    return {
      subject: compileSubject(templates[name].subject, allowed),
      html: compileHtml(templates[name].html, allowed),
    };
  } catch (error) {
    throw new Error(`The mail template "${name}" cannot be used`, { cause: error });
  }
}
