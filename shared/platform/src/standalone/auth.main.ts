import process from "node:process";
import { systemClock } from "../clock.ts";
import { listen } from "../gateway/listen.ts";
import { createMailboxApp } from "../email/mailbox.service.ts";
import { listenForEmail } from "../email/mailbox-smtp.ts";
import { createMailbox } from "../email/mailbox.ts";
import { readAuthEnvironment } from "./auth-environment.ts";
import { runStandalone } from "./run-standalone.ts";
import { startAuth } from "./start-auth.ts";

/**
 * Runs Auth standalone with the environment of the image `supabase/gotrue`. Emails are captured in a mailbox, which the
 * same process serves on `MAILBOX_PORT`; with `MAILBOX_SMTP_PORT`, it takes those of others too.
 */
await runStandalone(async ({ stack, open, log }) => {
  const { connectionString, ignored, ...service } = readAuthEnvironment(process.env);
  const mailbox = createMailbox({ clock: systemClock });
  const mail = await listen({
    host: service.host,
    port: Number(process.env["MAILBOX_PORT"] ?? 0),
    purpose: "the mailbox",
    fetch: createMailboxApp(mailbox).fetch,
  });
  stack.push(() => mail.close());
  const smtpPort = process.env["MAILBOX_SMTP_PORT"];
  if (smtpPort !== undefined) {
    const smtp = await listenForEmail({ host: service.host, port: Number(smtpPort), mailbox });
    stack.push(() => smtp.close());
  }
  const database = open(connectionString, "supabase_auth_admin");
  const auth = await startAuth(service, { database, emailTransport: mailbox, log });
  stack.push(() => auth.close());
  return ignored;
});
