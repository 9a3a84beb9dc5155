import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { parse, TomlError } from "smol-toml";
import * as v from "valibot";
import { defaultAddressLimits, defaultUnnamedSettings, type AuthSettings } from "../auth/settings.ts";
import { hookAt, hookNames, type HookName, httpHookProblem, splitSecrets } from "../auth/hooks/hook.model.ts";
import { providerNames } from "../auth/external/provider.model.ts";
import { ConfigFile } from "./config-schema.ts";
import {
  builtInTemplates,
  emailNames,
  notificationEmail,
  notificationNames,
  type EmailTemplate,
  type EmailTemplates,
} from "../email/email-templates.ts";
import type { SmtpSettings } from "../email/smtp.ts";
import type { RestSettings } from "../rest/postgrest-settings.ts";
import { defaultStorageSettings, type StorageSettings } from "../storage/storage.settings.ts";
import { readSigningKeys } from "../tokens/signing-keys-file.ts";
import type { SigningKey } from "../tokens/token-keys.ts";

export interface PlatformConfig {
  readonly auth: AuthSettings;
  readonly templates: EmailTemplates;
  /** Undefined without a key file in the settings; empty if that file has no keys, in which case the secret signs. */
  readonly signingKeys: readonly SigningKey[] | undefined;
  /** Undefined captures all emails in the mailbox. */
  readonly smtp: SmtpSettings | undefined;
  readonly rest: RestSettings;
  readonly storage: StorageSettings;
  /** Ports of the gateway and the mailbox unless the caller names others. */
  readonly ports: { readonly gateway: number; readonly mail: number };
}

/**
 * Reads `supabase/config.toml` and the email templates it names.
 *
 * @param env for values of the form `env(NAME)`.
 * @throws with one line per setting that is invalid, missing or unsupported.
 */
export async function readConfig(path: string, env: NodeJS.ProcessEnv = {}): Promise<PlatformConfig> {
  const file = parseConfig(path, await readFile(path, "utf8"));
  const { api, auth } = file;
  return {
    auth: authSettings(auth, {
      external: providerSettings(path, auth.external, env),
      passkeys: passkeySettings(path, auth),
      captcha: captchaSettings(path, auth.captcha, env),
      sendEmailHook: sendEmailHookSettings(path, auth.hook.send_email, env),
    }),
    templates: await readTemplates(path, auth.email),
    signingKeys: await readNamedKeys(path, auth.signing_keys_path),
    rest: { schemas: api.schemas, extraSearchPath: api.extra_search_path, maxRows: api.max_rows },
    storage: { ...defaultStorageSettings, fileSizeLimit: file.storage.file_size_limit },
    smtp: smtpSettings(path, auth.email.smtp, env),
    ports: { gateway: api.port, mail: file.local_smtp.port },
  };
}

/** @throws with one line per problem, each starting with the setting's full name. */
export function parseConfig(path: string, text: string): ConfigFile {
  const file = readToml(path, text);
  const unknown = takeUnknown(file);
  const result = v.safeParse(ConfigFile, file);
  if (result.success && unknown.length === 0) return result.output;
  const problems = (result.issues ?? []).map((issue) => {
    const name = v.getDotPath(issue) ?? "the file";
    if (issue.received === "undefined") return `${name} is missing`;
    return `${name} is ${issue.received}: ${issue.message}`;
  });
  const unsupported = unknown.toSorted().map((name) => `${name} is not supported by the local platform`);
  throw new Error(`${path} cannot be used:\n  ${[...unsupported, ...problems].join("\n  ")}`);
}

/** Removes all unknown sections and keys and returns their names. A parse reports only one of each section. */
function takeUnknown(file: unknown): string[] {
  const names: string[] = [];
  for (;;) {
    const { issues = [] } = v.safeParse(ConfigFile, file);
    const unknown = issues.filter(({ expected }) => expected === "never");
    if (unknown.length === 0) return names;
    for (const issue of unknown) {
      const place = issue.path?.at(-1);
      if (place?.type !== "object") return names;
      names.push(v.getDotPath(issue) ?? "");
      delete place.input[place.key];
    }
  }
}

function readToml(path: string, text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof TomlError)
      throw new Error(`${path}:${error.line}: ${error.message}`, { cause: error });
    throw error;
  }
}

function authSettings(
  { email, mfa, sessions, ...auth }: ConfigFile["auth"],
  waysIn: Pick<AuthSettings, "external" | "passkeys" | "captcha" | "sendEmailHook">,
): AuthSettings {
  return {
    siteUrl: auth.site_url,
    additionalRedirectUrls: auth.additional_redirect_urls,
    jwtExpiry: auth.jwt_expiry,
    enableSignup: auth.enable_signup,
    enableRefreshTokenRotation: auth.enable_refresh_token_rotation,
    refreshTokenReuseInterval: auth.refresh_token_reuse_interval,
    minimumPasswordLength: auth.minimum_password_length,
    passwordRequirements: auth.password_requirements,
    enableManualLinking: auth.enable_manual_linking,
    ...waysIn,
    ...defaultUnnamedSettings,
    requireCurrentPassword: email.require_current_password,
    sessions: { timebox: sessions.timebox, inactivityTimeout: sessions.inactivity_timeout },
    ...limitSettings(auth.rate_limit, email.smtp),
    hooks: hookSettings(auth.hook),
    email: {
      enableSignup: email.enabled,
      doubleConfirmChanges: email.double_confirm_changes,
      enableConfirmations: email.enable_confirmations,
      securePasswordChange: email.secure_password_change,
      maxFrequency: email.max_frequency,
      otpLength: email.otp_length,
      otpExpiry: email.otp_expiry,
      notifications: notificationNames.filter((name) => email.notification[name]?.enabled),
    },
    mfa: {
      maxEnrolledFactors: mfa.max_enrolled_factors,
      totp: { enrollEnabled: mfa.totp.enroll_enabled, verifyEnabled: mfa.totp.verify_enabled },
    },
  };
}

/**
 * Limits per address are read but have no effect: as with the CLI, no setting names the header with the client's address.
 * The number of captured emails is practically unlimited unless it is set.
 */
function limitSettings(
  written: ConfigFile["auth"]["rate_limit"],
  smtp: ConfigFile["auth"]["email"]["smtp"],
): Pick<AuthSettings, "emailsPerHour" | "addressLimits"> {
  const { token_refresh, sign_in_sign_ups, token_verifications, email_sent } = written;
  return {
    emailsPerHour: email_sent ?? (smtp?.enabled ? cliEmailsPerHour : keptEmailsPerHour),
    addressLimits: {
      tokenRefresh: token_refresh ?? defaultAddressLimits.tokenRefresh,
      signInSignUps: sign_in_sign_ups ?? defaultAddressLimits.signInSignUps,
      tokenVerifications: token_verifications ?? defaultAddressLimits.tokenVerifications,
    },
  };
}

/** @throws if it is enabled without its secret. */
function captchaSettings(
  path: string,
  captcha: ConfigFile["auth"]["captcha"],
  env: NodeJS.ProcessEnv,
): AuthSettings["captcha"] {
  if (!captcha?.enabled) return undefined;
  const secret = inEnvironment(captcha.secret, env);
  if (secret === "") throw new Error(`${path} cannot be used:\n  auth.captcha is enabled without its secret`);
  return { provider: captcha.provider, secret };
}

/** Enabled hooks. */
function hookSettings(named: ConfigFile["auth"]["hook"]): AuthSettings["hooks"] {
  const entries = (Object.keys(hookNames) as HookName[]).flatMap((name) => {
    const hook = named[name];
    return hook?.enabled ? [[name, hookAt(hook.uri)] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** @throws if it is enabled and GoTrue would refuse it. */
function sendEmailHookSettings(
  path: string,
  hook: ConfigFile["auth"]["hook"]["send_email"],
  env: NodeJS.ProcessEnv,
): AuthSettings["sendEmailHook"] {
  if (!hook?.enabled) return undefined;
  const settings = {
    uri: inEnvironment(hook.uri, env),
    secrets: splitSecrets(inEnvironment(hook.secrets, env)),
  };
  const problem = httpHookProblem(settings);
  if (problem !== undefined) throw new Error(`${path} cannot be used:\n  auth.hook.send_email ${problem}`);
  return settings;
}

/** The CLI's defaults for an SMTP server and for its mailbox. */
const [cliEmailsPerHour, keptEmailsPerHour] = [2, 360_000];

/** @throws if a value that the settings read from the environment is missing there. */
function smtpSettings(
  path: string,
  smtp: ConfigFile["auth"]["email"]["smtp"],
  env: NodeJS.ProcessEnv,
): SmtpSettings | undefined {
  if (!smtp?.enabled) return undefined;
  const inEnv = (text: string) => inEnvironment(text, env);
  const [host, adminEmail] = [inEnv(smtp.host), inEnv(smtp.admin_email)];
  if (host === "" || adminEmail === "") {
    const missing = host === "" ? "host" : "admin_email";
    throw new Error(`${path} cannot be used:\n  auth.email.smtp is enabled without its ${missing}`);
  }
  const { port, sender_name: senderName } = smtp;
  return { host, port, user: inEnv(smtp.user), pass: inEnv(smtp.pass), adminEmail, senderName };
}

/** Resolves `env(NAME)`, to empty text if the variable is not set. Returns any other text unchanged. */
function inEnvironment(text: string, env: NodeJS.ProcessEnv): string {
  const name = /^env\((\w+)\)$/.exec(text)?.[1];
  return name === undefined ? text : (env[name] ?? "");
}

/** @throws if passkeys are enabled without a site. */
function passkeySettings(path: string, { passkey, webauthn }: ConfigFile["auth"]): AuthSettings["passkeys"] {
  if (!passkey?.enabled) return undefined;
  if (!webauthn) {
    throw new Error(`${path} cannot be used:\n  auth.passkey is enabled without a section auth.webauthn`);
  }
  return { rpId: webauthn.rp_id, rpDisplayName: webauthn.rp_display_name, rpOrigins: webauthn.rp_origins };
}

/** Enabled providers. @throws if one has no credentials. */
function providerSettings(
  path: string,
  named: ConfigFile["auth"]["external"],
  env: NodeJS.ProcessEnv,
): AuthSettings["external"] {
  const inEnv = (text: string) => inEnvironment(text, env);
  const entries = providerNames.flatMap((name) => {
    const provider = named[name];
    if (!provider?.enabled) return [];
    const settings = {
      clientId: inEnv(provider.client_id),
      secret: inEnv(provider.secret),
      redirectUri: inEnv(provider.redirect_uri),
      url: inEnv(provider.url),
    };
    const needed =
      name === "keycloak" ? (["clientId", "secret", "url"] as const) : (["clientId", "secret"] as const);
    const missing = needed.filter((field) => settings[field] === "");
    if (missing.length > 0) {
      throw new Error(
        `${path} cannot be used:\n  auth.external.${name} is enabled without its ${missing.map((field) => fieldNames[field]).join(", ")}`,
      );
    }
    return [[name, settings] as const];
  });
  return Object.fromEntries(entries);
}

const fieldNames = { clientId: "client_id", secret: "secret", url: "url" } as const;

/** The path is relative to the folder of the settings file, as for the CLI. */
function readNamedKeys(path: string, named: string | undefined): Promise<SigningKey[] | undefined> {
  return named === undefined ? Promise.resolve(undefined) : readSigningKeys(resolve(dirname(path), named));
}

/**
 * As for the CLI, `content_path` is relative to the parent folder of `supabase/` for a template, and to `supabase/` itself
 * for a notification.
 */
async function readTemplates(
  path: string,
  { template, notification }: ConfigFile["auth"]["email"],
): Promise<EmailTemplates> {
  const folder = dirname(resolve(path));
  const read = [
    ...emailNames.map((name) => readTemplate(name, template[name], dirname(folder))),
    ...notificationNames.map((name) => readTemplate(notificationEmail(name), notification[name], folder)),
  ];
  return { ...builtInTemplates, ...Object.fromEntries(await Promise.all(read)) };
}

async function readTemplate(
  name: keyof EmailTemplates,
  named: { subject?: string | undefined; content_path?: string | undefined } = {},
  folder: string,
): Promise<[name: string, template: EmailTemplate]> {
  const { subject, html } = builtInTemplates[name];
  const path = named.content_path;
  return [
    name,
    {
      subject: named.subject ?? subject,
      html: path === undefined ? html : await readFile(resolve(folder, path), "utf8"),
    },
  ];
}
