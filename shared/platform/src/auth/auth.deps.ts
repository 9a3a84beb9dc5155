import type { Clock } from "../clock.ts";
import type { Database, Query } from "../database/database.ts";
import type { Log } from "../log.ts";
import type { EmailTransport } from "../email/email.ts";
import type { EmailName, NotificationEmailName } from "../email/email-templates.ts";
import type { RenderEmail } from "../email/render-email.ts";
import type { TemplateValues } from "../email/template.ts";
import type { TokenKeys } from "../tokens/token-keys.ts";
import type { RequireAddressAllowance } from "./http/address-limits.ts";
import type { HourlyLimit } from "./http/rate-limit.ts";
import type { UserRow } from "./accounts/user.model.ts";
import type { HookEmailData } from "./hooks/hook.model.ts";
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

/** An email that isn't written yet, or the two of one change of address: by templates, or by the hook in their place. */
export interface AuthEmail<Name extends EmailName | NotificationEmailName> {
  name: Name;
  /** For the templates, one for each address. */
  letters: readonly { to: string; values: TemplateValues }[];
  /** For the hook, which gets one call for all. */
  user: UserRow;
  data: HookEmailData;
}

/** One transaction: its statements, its single point in time, and the emails to send if it commits. */
export interface Unit {
  query: Query;
  now: Date;
  outbox: AuthEmail<EmailName>[];
  /** Emails about what has changed. Sent after the commit; the change stands even if one can't be sent. */
  notices: AuthEmail<NotificationEmailName>[];
}
