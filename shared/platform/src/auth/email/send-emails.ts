import type { EmailName, NotificationEmailName } from "../../email/email-templates.ts";
import type { AuthDeps, AuthEmail, Unit } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import { callSendEmailHook } from "../hooks/send-email-hook.ts";

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
  for (const notice of notices) {
    try {
      requireEmailAllowance(deps);
      await send(deps, notice);
    } catch (error) {
      const { name } = notice;
      const cause = causeOf(error);
      deps.log({ level: "warn", message: "A notification email could not be sent", name, cause });
    }
  }
}

/** @throws `unexpected_failure` if an email can't be sent, and what the hook answers. */
export async function sendAll(deps: AuthDeps, outbox: Unit["outbox"]): Promise<void> {
  for (const email of outbox) {
    try {
      await send(deps, email);
    } catch (error) {
      if (error instanceof AuthError) throw error;
      const { name } = email;
      const cause = causeOf(error);
      deps.log({ level: "error", message: `The ${spoken[name]} email could not be sent`, cause });
      throw new AuthError(500, "unexpected_failure", `Error sending ${spoken[name]} email`);
    }
  }
}

/** By the hook if there is one, else from templates. */
async function send(
  deps: AuthDeps,
  { name, letters, user, data }: AuthEmail<EmailName | NotificationEmailName>,
): Promise<void> {
  const hook = deps.settings.sendEmailHook;
  if (hook) return callSendEmailHook(deps, hook, { user, data });
  for (const { to, values } of letters) await deps.emailTransport.send(deps.renderEmail(name, to, values));
}

/** The code alone, because messages of SMTP servers contain addresses. */
function causeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}
