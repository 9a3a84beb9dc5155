import type { NotificationEmailName } from "../../email/email-templates.ts";
import type { LinkType } from "../email/link-type.ts";

/** Names of hooks in the settings, and in the events that they get. */
export const hookNames = {
  before_user_created: "before-user-created",
  mfa_verification_attempt: "mfa-verification",
  password_verification_attempt: "password-verification",
} as const;

export type HookName = keyof typeof hookNames;

/** A service that Auth calls over HTTP. */
export interface HttpHook {
  uri: string;
  /** Each signs every call. */
  secrets: readonly string[];
}

/** GoTrue calls others by https alone. */
const plainHosts: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]", "host.docker.internal"]);

/** GoTrue's form of a symmetric secret of Standard Webhooks. */
const httpSecret = /^v1,whsec_[A-Za-z0-9+/=]{32,88}$/;

/** Why GoTrue would not start with this hook; undefined for one that it takes. */
export function httpHookProblem({ uri, secrets }: HttpHook): string | undefined {
  const url = URL.parse(uri);
  const isPlain = url?.protocol === "http:" && plainHosts.has(url.hostname);
  if (!isPlain && url?.protocol !== "https:") {
    return "must be https, or http to localhost, 127.0.0.1, ::1 or host.docker.internal";
  }
  if (secrets.length === 0) return "has no secret";
  return secrets.every((secret) => httpSecret.test(secret))
    ? undefined
    : "has a secret that isn't v1,whsec_<base64>";
}

/** As in GoTrue's environment and the CLI's settings. */
export const splitSecrets = (text: string): string[] => text.split("|").filter((secret) => secret !== "");

/** A function in the database, called as the service's own role. */
export interface Hook {
  /** As in the settings, for error messages. */
  uri: string;
  schema: string;
  name: string;
}

/** GoTrue's pattern for both names, so that they can stand in a statement. */
const pattern = /^pg-functions:\/\/[^/]+\/([a-zA-Z_][a-zA-Z0-9_]{0,62})\/([a-zA-Z_][a-zA-Z0-9_]{0,62})\/?$/;

/** The function that a setting names; undefined if it isn't one. */
export function hookAt(uri: string): Hook | undefined {
  const [, schema, name] = pattern.exec(uri) ?? [];
  return schema === undefined || name === undefined ? undefined : { uri, schema, name };
}

/** `email_data` of the hook. Empty texts where an email has no such thing. */
export interface HookEmailData {
  token: string;
  token_hash: string;
  redirect_to: string;
  email_action_type: LinkType | "reauthentication" | NotificationEmailName;
  /** Of Auth, not of the site. */
  site_url: string;
  token_new: string;
  token_hash_new: string;
  old_email: string;
  old_phone: string;
  provider: string;
  factor_type: string;
}
