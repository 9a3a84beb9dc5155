import type { AuthDeps, Unit } from "./auth.deps.ts";
import { requireEmailAllowance, sendAll, sendNotices } from "./email/send-emails.ts";

/**
 * Runs `work` in one transaction as the service's own role, then sends the emails in the outbox.
 *
 * @throws `over_email_send_rate_limit`, `unexpected_failure` if an email can't be sent. Nothing has changed then.
 */
export async function inTransaction<T>(deps: AuthDeps, work: (unit: Unit) => Promise<T>): Promise<T> {
  const outbox: Unit["outbox"] = [];
  const notices: Unit["notices"] = [];
  const early = deps.emailTransport.sends === "before-commit";
  const result = await deps.database.as("supabase_auth_admin", {}, async (query) => {
    const done = await work({ query, now: deps.clock(), outbox, notices });
    if (outbox.length > 0) requireEmailAllowance(deps);
    if (early) await sendAll(deps, outbox);
    return done;
  });
  if (!early) await sendAll(deps, outbox);
  await sendNotices(deps, notices);
  return result;
}
