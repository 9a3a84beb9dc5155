import type { MailName } from "../mail/mail-templates.ts";
import type { AuthDeps, Unit } from "./auth.deps.ts";
import { AuthError } from "./auth.errors.ts";

/** As the service's sentence for a failure names each mail. */
const spoken: Readonly<Record<MailName, string>> = {
  confirmation: "confirmation",
  magic_link: "magic link",
  recovery: "recovery",
  email_change: "email change",
  invite: "invite",
  reauthentication: "reauthentication",
};

/**
 * Counts what one request mails as one. Where addresses are not confirmed by mail nothing is counted, as in the service.
 *
 * @throws `over_email_send_rate_limit`.
 */
export function requireMailAllowance({ settings, mailsOfTheHour }: AuthDeps): void {
  if (!settings.email.enableConfirmations || mailsOfTheHour()) return;
  throw new AuthError(429, "over_email_send_rate_limit", "email rate limit exceeded");
}

/** @throws `unexpected_failure` where a mail cannot be sent. */
export async function sendAll(deps: AuthDeps, outbox: Unit["outbox"]): Promise<void> {
  for (const { name, mail } of outbox) {
    try {
      await deps.mailTransport.send(mail);
    } catch (error) {
      // Its code alone: the sentences of mail servers repeat addresses.
      const cause = error instanceof Error && "code" in error ? String(error.code) : "unknown";
      deps.log({ level: "error", message: `The ${spoken[name]} mail could not be sent`, cause });
      throw new AuthError(500, "unexpected_failure", `Error sending ${spoken[name]} email`);
    }
  }
}
