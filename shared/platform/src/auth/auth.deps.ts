import type { Clock } from "../clock.ts";
import type { Database, Query } from "../database/database.ts";
import type { Log } from "../log.ts";
import type { Email, EmailTransport } from "../email/email.ts";
import type { EmailName, NotificationName } from "../email/email-templates.ts";
import type { RenderEmail } from "../email/render-email.ts";
import type { TokenKeys } from "../tokens/token-keys.ts";
import type { RequireAddressAllowance } from "./http/address-limits.ts";
import type { HourlyLimit } from "./http/rate-limit.ts";
import type { AuthSettings } from "./settings.ts";

/** Dependencies of every endpoint. */
export interface AuthDeps {
  database: Database;
  clock: Clock;
  settings: AuthSettings;
  tokenKeys: TokenKeys;
  /** Public address of this service, including `/auth/v1`: issuer of tokens and base of emailed links. */
  externalUrl: string;
  emailTransport: EmailTransport;
  /** Takes one email from this hour's allowance. */
  hourlyEmailLimit: HourlyLimit;
  requireAddressAllowance: RequireAddressAllowance;
  renderEmail: RenderEmail;
  /** Sends requests to sign-in providers. */
  reachProvider: typeof fetch;
  log: Log;
}

/** One transaction: its statements, its single point in time, and the emails to send if it commits. */
export interface Unit {
  query: Query;
  now: Date;
  outbox: { name: EmailName; email: Email }[];
  /** Emails about what has changed. Sent after the commit; the change stands even if one can't be sent. */
  notices: { name: NotificationName; email: Email }[];
}
