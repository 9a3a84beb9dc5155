import { join } from "node:path";
import { authTemplates } from "@sheaf/email/auth/templates";
import { repository } from "../repository.ts";

/** Every template of Auth, with the absolute path of its file. */
export const emailTemplates = authTemplates.map(({ name, subject, html }) => ({
  name,
  subject,
  html,
  path: join(repository, "shared", "supabase", "templates", `${name}.html`),
}));
