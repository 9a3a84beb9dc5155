import { createAuth } from "../auth/auth.service.ts";
import { systemClock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import { listen, type Listening } from "../gateway/listen.ts";
import type { Log } from "../log.ts";
import type { MailTemplate, MailTemplates } from "../mail/mail-templates.ts";
import type { MailTransport } from "../mail/mail.ts";
import type { AuthEnvironment } from "./auth-environment.ts";

/**
 * Auth on a port of its own, for a gateway that strips `/auth/v1`.
 *
 * @throws in words when the port is busy, or a template is not there or cannot be used.
 */
export async function startAuth(
  { host, port, mails, ...told }: Omit<AuthEnvironment, "connectionString" | "left">,
  given: { database: Database; mailTransport: MailTransport; log: Log },
): Promise<Listening> {
  const auth = createAuth({
    ...told,
    ...given,
    clock: systemClock,
    templates: await readTemplates(mails),
    reachProvider: fetch,
  });
  return listen({ host, port, purpose: "Auth", fetch: (request) => auth.fetch(request) });
}

async function readTemplates(mails: AuthEnvironment["mails"]): Promise<MailTemplates> {
  const read = async ({
    subject,
    templateUrl,
  }: AuthEnvironment["mails"]["invite"]): Promise<MailTemplate> => {
    const answer = await fetch(templateUrl);
    if (!answer.ok) throw new Error(`The mail template at ${templateUrl} answered ${answer.status}.`);
    return { subject, html: await answer.text() };
  };
  return {
    confirmation: await read(mails.confirmation),
    magic_link: await read(mails.magic_link),
    recovery: await read(mails.recovery),
    invite: await read(mails.invite),
    email_change: await read(mails.email_change),
    reauthentication: await read(mails.reauthentication),
  };
}
