import { join } from "node:path";
import { repository } from "../repository.ts";
import { emailHtml, notificationHtml } from "./shell.ts";
import { emailTexts, notificationTexts } from "./texts.ts";

/** Every generated template: absolute path and content. */
export const emailTemplates = [
  ...Object.entries(emailTexts).map(([name, text]) => template(name, emailHtml(text))),
  ...Object.entries(notificationTexts).map(([name, text]) =>
    template(`${name}_notification`, notificationHtml(text)),
  ),
];

function template(name: string, html: string) {
  return { name, path: join(repository, "shared", "supabase", "templates", `${name}.html`), html };
}
