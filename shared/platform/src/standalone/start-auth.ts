import { createAuth } from "../auth/auth.service.ts";
import { systemClock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import { listen, type Listening } from "../gateway/listen.ts";
import type { Log } from "../log.ts";
import { builtInTemplates, type EmailTemplates } from "../email/email-templates.ts";
import type { EmailTransport } from "../email/email.ts";
import type { AuthEnvironment } from "./auth-environment.ts";

/**
 * Starts Auth on its own port, for a gateway that strips `/auth/v1`.
 *
 * @throws when the port is busy, or a template is missing or invalid.
 */
export async function startAuth(
  { host, port, mails, ...service }: Omit<AuthEnvironment, "connectionString" | "ignored" | "smtp">,
  given: { database: Database; emailTransport: EmailTransport; log: Log },
): Promise<Listening> {
  const auth = createAuth({
    ...service,
    ...given,
    clock: systemClock,
    templates: await readTemplates(mails),
    reachProvider: fetch,
  });
  return listen({ host, port, purpose: "Auth", fetch: (request) => auth.fetch(request) });
}

async function readTemplates(mails: AuthEnvironment["mails"]): Promise<EmailTemplates> {
  const read = Object.entries(mails).map(async ([name, { subject, templateUrl }]) => {
    const response = await fetch(templateUrl);
    if (!response.ok)
      throw new Error(`The email template at ${templateUrl} returned status ${response.status}.`);
    return [name, { subject, html: await response.text() }] as const;
  });
  return { ...builtInTemplates, ...Object.fromEntries(await Promise.all(read)) };
}
