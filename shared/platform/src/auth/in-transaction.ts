import type { AuthDeps, Unit } from "./auth.deps.ts";
import { requireEmailAllowance, sendAll, sendNotices } from "./email/send-emails.ts";

/**
 * Runs `work` in one transaction as the service's own role, then sends the emails in the outbox.
 *
 * @throws `over_email_send_rate_limit`, `unexpected_failure` if an email can't be sent, what the hook answers. Nothing has
 *   changed then, except where a hook was called after the commit.
 */
export async function inTransaction<T>(deps: AuthDeps, work: (unit: Unit) => Promise<T>): Promise<T> {
  const outbox: Unit["outbox"] = [];
  const notices: Unit["notices"] = [];
  const early = sendsEarly(deps);
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

/** As in the service, the hook is called before the commit; but it may ask the database, which must not wait for this. */
const sendsEarly = ({ settings, database, emailTransport }: AuthDeps): boolean =>
  settings.sendEmailHook ? !database.runsOneAtATime : emailTransport.sends === "before-commit";
