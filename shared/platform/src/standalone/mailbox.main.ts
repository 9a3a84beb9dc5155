import process from "node:process";
import { systemClock } from "../clock.ts";
import { listen } from "../gateway/listen.ts";
import { createMailboxApp } from "../email/mailbox.service.ts";
import { listenForEmail } from "../email/mailbox-smtp.ts";
import { createMailbox } from "../email/mailbox.ts";
import { runStandalone } from "./run-standalone.ts";

const host = "127.0.0.1";

/** Runs the mailbox standalone, in place of Mailpit: takes emails on `MAILBOX_SMTP_PORT`, serves them on `MAILBOX_PORT`. */
await runStandalone(async ({ stack }) => {
  const mailbox = createMailbox({ clock: systemClock });
  const smtp = await listenForEmail({ host, port: Number(process.env["MAILBOX_SMTP_PORT"]), mailbox });
  stack.push(() => smtp.close());
  const mail = await listen({
    host,
    port: Number(process.env["MAILBOX_PORT"]),
    purpose: "the mailbox",
    fetch: createMailboxApp(mailbox).fetch,
  });
  stack.push(() => mail.close());
  return [];
});
