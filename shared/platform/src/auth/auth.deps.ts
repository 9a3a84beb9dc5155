import type { Clock } from "../clock.ts";
import type { Database, Query } from "../database/database.ts";
import type { Log } from "../log.ts";
import type { Mail, SendMail } from "../mail/mail.ts";
import type { RenderMail } from "../mail/render-mail.ts";
import type { TokenKeys } from "../tokens/token-keys.ts";
import type { AuthSettings } from "./settings.ts";

/** All that an endpoint of this service works with. */
export interface AuthDeps {
  database: Database;
  clock: Clock;
  settings: AuthSettings;
  tokenKeys: TokenKeys;
  /** Where the world reaches this service, `/auth/v1` included: issuer of tokens and base of mailed links. */
  externalUrl: string;
  sendMail: SendMail;
  renderMail: RenderMail;
  /** How sign-in providers are asked. */
  reachProvider: typeof fetch;
  log: Log;
}

/** One transaction of the service: its statements, its one moment, and the mails that go out if it commits. */
export interface Unit {
  query: Query;
  now: Date;
  outbox: Mail[];
}

/**
 * Runs `work` in one transaction as the service's own role. Mails leave after the commit: a quick reader would
 * otherwise come back with a code that does not exist yet.
 */
export async function inTransaction<T>(deps: AuthDeps, work: (unit: Unit) => Promise<T>): Promise<T> {
  const outbox: Mail[] = [];
  const result = await deps.database.as("supabase_auth_admin", {}, (query) =>
    work({ query, now: deps.clock(), outbox }),
  );
  for (const mail of outbox) await deps.sendMail(mail);
  return result;
}
