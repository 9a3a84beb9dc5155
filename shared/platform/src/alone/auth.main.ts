import process from "node:process";
import { systemClock } from "../clock.ts";
import { listen } from "../gateway/listen.ts";
import { createMailboxApp } from "../mail/mailbox.service.ts";
import { createMailbox } from "../mail/mailbox.ts";
import { readAuthEnvironment } from "./auth-environment.ts";
import { runAlone } from "./run-alone.ts";
import { startAuth } from "./start-auth.ts";

/**
 * Auth alone, told what the image `supabase/gotrue` is told. Its mails are kept in a mailbox, which the same process
 * shows on `MAILBOX_PORT`.
 */
await runAlone(async ({ stack, open, log }) => {
  const { connectionString, left, ...told } = readAuthEnvironment(process.env);
  const mailbox = createMailbox({ clock: systemClock });
  const mail = await listen({
    host: told.host,
    port: Number(process.env["MAILBOX_PORT"] ?? 0),
    purpose: "the mailbox",
    fetch: createMailboxApp(mailbox).fetch,
  });
  stack.push(() => mail.close());
  const database = open(connectionString, "supabase_auth_admin");
  const auth = await startAuth(told, { database, mailTransport: mailbox, log });
  stack.push(() => auth.close());
  return left;
});
