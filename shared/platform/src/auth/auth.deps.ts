import type { Clock } from "../clock.ts";
import type { Database, Query } from "../database/database.ts";
import type { Log } from "../log.ts";
import type { Mail, MailTransport } from "../mail/mail.ts";
import type { MailName } from "../mail/mail-templates.ts";
import type { RenderMail } from "../mail/render-mail.ts";
import type { TokenKeys } from "../tokens/token-keys.ts";
import type { RequireAddressAllowance } from "./address-limits.ts";
import type { HourlyLimit } from "./rate-limit.ts";
import { requireMailAllowance, sendAll } from "./send-mails.ts";
import type { AuthSettings } from "./settings.ts";

/** All that an endpoint of this service works with. */
export interface AuthDeps {
  database: Database;
  clock: Clock;
  settings: AuthSettings;
  tokenKeys: TokenKeys;
  /** Where the world reaches this service, `/auth/v1` included: issuer of tokens and base of mailed links. */
  externalUrl: string;
  mailTransport: MailTransport;
  /** Whether one more mail may leave in this hour. */
  mailsOfTheHour: HourlyLimit;
  requireAddressAllowance: RequireAddressAllowance;
  renderMail: RenderMail;
  /** How sign-in providers are asked. */
  reachProvider: typeof fetch;
  log: Log;
}

/** One transaction of the service: its statements, its one moment, and the mails that go out if it commits. */
export interface Unit {
  query: Query;
  now: Date;
  outbox: { name: MailName; mail: Mail }[];
}

/**
 * Runs `work` in one transaction as the service's own role, and sends the mails that it put into the outbox.
 *
 * @throws `over_email_send_rate_limit`, `unexpected_failure` where a mail cannot be sent; nothing has changed then.
 */
export async function inTransaction<T>(deps: AuthDeps, work: (unit: Unit) => Promise<T>): Promise<T> {
  const outbox: Unit["outbox"] = [];
  const early = deps.mailTransport.leaves === "before-commit";
  const result = await deps.database.as("supabase_auth_admin", {}, async (query) => {
    const done = await work({ query, now: deps.clock(), outbox });
    if (outbox.length > 0) requireMailAllowance(deps);
    if (early) await sendAll(deps, outbox);
    return done;
  });
  if (!early) await sendAll(deps, outbox);
  return result;
}
