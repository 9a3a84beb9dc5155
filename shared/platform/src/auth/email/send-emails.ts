import type { EmailName } from "../../email/email-templates.ts";
import type { AuthDeps, Unit } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";

/** Name of each email in the service's error message. */
const spoken: Readonly<Record<EmailName, string>> = {
  confirmation: "confirmation",
  magic_link: "magic link",
  recovery: "recovery",
  email_change: "email change",
  invite: "invite",
  reauthentication: "reauthentication",
};

/**
 * Counts all emails of one request as one. If addresses aren't confirmed by email, nothing is counted, as in the
 * service.
 *
 * @throws `over_email_send_rate_limit`.
 */
export function requireEmailAllowance({ settings, hourlyEmailLimit }: AuthDeps): void {
  if (!settings.email.enableConfirmations || hourlyEmailLimit()) return;
  throw new AuthError(429, "over_email_send_rate_limit", "email rate limit exceeded");
}

/** Sends what fits into the hour's allowance. Never throws, because the change is made. */
export async function sendNotices(deps: AuthDeps, notices: Unit["notices"]): Promise<void> {
  for (const { name, email } of notices) {
    try {
      requireEmailAllowance(deps);
      await deps.emailTransport.send(email);
    } catch (error) {
      const cause = causeOf(error);
      deps.log({ level: "warn", message: "A notification email could not be sent", name, cause });
    }
  }
}

/** @throws `unexpected_failure` if an email can't be sent. */
export async function sendAll(deps: AuthDeps, outbox: Unit["outbox"]): Promise<void> {
  for (const { name, email } of outbox) {
    try {
      await deps.emailTransport.send(email);
    } catch (error) {
      const cause = causeOf(error);
      deps.log({ level: "error", message: `The ${spoken[name]} email could not be sent`, cause });
      throw new AuthError(500, "unexpected_failure", `Error sending ${spoken[name]} email`);
    }
  }
}

/** The code alone, because messages of SMTP servers contain addresses. */
function causeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}
