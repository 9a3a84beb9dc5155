import { join } from "node:path";
import { repository } from "../repository.ts";
import { emailHtml } from "./shell.ts";
import { emailTexts } from "./texts.ts";

/** Every generated template: absolute path and content. */
export const emailTemplates = Object.entries(emailTexts).map(([name, text]) => ({
  name,
  path: join(repository, "shared", "supabase", "templates", `${name}.html`),
  html: emailHtml(text),
}));
