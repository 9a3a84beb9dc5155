import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AuthSettings, UnnamedSettings } from "./auth/settings.ts";
import { createAuth } from "./auth/auth.service.ts";
import { type HttpHook, httpHookProblem } from "./auth/hooks/hook.model.ts";
import { type Clock, systemClock } from "./clock.ts";
import { readConfig } from "./config/config.ts";
import { applyMigrations } from "./database/migrations/apply-migrations.ts";
import type { Database } from "./database/database.ts";
import { readMigrations } from "./database/migrations/migration-files.ts";
import { openPlatformDatabase } from "./database/open-database.ts";
import { resetDatabase } from "./database/reset-database.ts";
import { loginString } from "./database/server-database.ts";
import { createGateway } from "./gateway/gateway.ts";
import { listen, type Listening } from "./gateway/listen.ts";
import { localKeys } from "./keys.ts";
import { type Log, silentLog } from "./log.ts";
import type { LocalAccount } from "./local-account/local-account.ts";
import { createMailboxApp } from "./email/mailbox.service.ts";
import type { EmailTransport } from "./email/email.ts";
import { createMailbox, type Mailbox } from "./email/mailbox.ts";
import type { SmtpSettings } from "./email/smtp.ts";
import { productConfig, productMigrations } from "./product-files.ts";
import { createStack } from "./stack.ts";
import { startRest } from "./rest/start-rest.ts";
import { createStorage } from "./storage/storage.service.ts";

export interface PlatformOptions {
  /** Folder of rows and files. If omitted, they are lost when the process ends. */
  directory?: string;
  /** The database is opened once this resolves; ports are listened on before. */
  prepared?: Promise<void>;
  /** Port of the gateway; 0, the default, picks a free one. */
  port?: number;
  /** Port of the mailbox; 0, the default, picks a free one. */
  mailboxPort?: number;
  /** Port that takes emails for the mailbox by SMTP; 0 picks a free one. If omitted, none does. */
  smtpPort?: number;
  /** Runs the development provider "Local account" as Keycloak, on this port; true picks a free one. */
  localAccount?: boolean | number;
  /** Must be a loopback address. */
  host?: string;
  /** Time of Auth, Storage and all tokens; `now()` in SQL is always the system's. */
  clock?: Clock;
  /** Replaces `auth.site_url` of the settings. */
  siteUrl?: string;
  /** Folder of migrations, or "none"; the product's by default. */
  migrations?: string;
  /** Superuser's connection string of a real PostgreSQL 15+; each run creates and drops its own database there. */
  databaseUrl?: string;
  /** The settings file; the product's by default. */
  config?: string;
  /** Auth settings that the settings file can't express. */
  auth?: Partial<UnnamedSettings>;
  /** Sends Auth's emails in place of the settings' templates. */
  sendEmailHook?: HttpHook;
  /** Sends requests to sign-in providers; the global `fetch` by default. */
  reachProvider?: typeof fetch;
  log?: Log;
}

export interface Platform {
  readonly url: string;
  readonly mailboxUrl: string;
  /** Address at which the mailbox takes emails by SMTP; undefined if it doesn't. */
  readonly smtpUrl: string | undefined;
  /** Address of the Local account; undefined if it doesn't run. */
  readonly localAccountUrl: string | undefined;
  readonly anonKey: string;
  readonly serviceKey: string;
  readonly database: Database;
  readonly mailbox: Mailbox;
  /** Rejects when a part exits unexpectedly. */
  readonly crashed: Promise<never>;
  /** Applies migrations added since the start and reloads the API's schema. @returns their file names. */
  migrate(): Promise<string[]>;
  /** Deletes all user data: rows, files and emails. Rows inserted by migrations are restored. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

/** Hooks are functions of the migrations; those of the product's settings are in the product's. */
function hasHooks(migrations: string, { config }: PlatformOptions): boolean {
  return migrations !== "none" && (config !== undefined || migrations === productMigrations);
}

/**
 * Starts the database, Auth, PostgREST, Storage, the mailbox and the gateway.
 *
 * @throws if a port is busy, the directory is in use, a setting is unknown or a migration fails; nothing is left
 *   running then.
 */
export async function startPlatform(options: PlatformOptions = {}): Promise<Platform> {
  const { clock = systemClock, log = silentLog, host = "127.0.0.1", databaseUrl, directory } = options;
  const folder = options.migrations ?? productMigrations;
  const migrations = () => (folder === "none" ? Promise.resolve([]) : readMigrations(folder));
  const stack = createStack();
  const running = Promise.withResolvers<ReturnType<typeof createGateway>>();
  try {
    const hookProblem = options.sendEmailHook && httpHookProblem(options.sendEmailHook);
    if (hookProblem !== undefined) throw new Error(`The Send Email hook ${hookProblem}`);
    const config = await readConfig(options.config ?? productConfig, process.env);
    const tokenKeys = {
      secret: localKeys.jwtSecret,
      signingKeys: config.signingKeys ?? [localKeys.signingKey],
    };
    const mailbox = createMailbox({ clock });
    const mail = await listen({
      host,
      port: options.mailboxPort ?? 0,
      purpose: "the mailbox",
      fetch: createMailboxApp(mailbox).fetch,
    });
    stack.push(() => mail.close());
    const smtp = await listenForEmailIfEnabled(options, host, mailbox);
    stack.push(async () => smtp?.close());
    const gateway = await listen({
      host,
      port: options.port ?? 0,
      purpose: "the local platform",
      // Clients may start beside the platform: their requests wait until it runs.
      fetch: async (request, bindings) => (await running.promise).fetch(request, bindings),
    });
    stack.push(() => gateway.close());
    const url = `http://${host}:${gateway.port}`;

    const localAccount = await startLocalAccountIfEnabled(options, host, `${url}/auth/v1/callback`);
    stack.push(async () => localAccount?.close());

    await options.prepared;
    const { database, baseline } = await openPlatformDatabase({
      databaseUrl,
      directory,
      migrations: await migrations(),
      log,
    });
    stack.push(() => database.stop());
    const rest = await startRest({
      settings: config.rest,
      tokenKeys,
      connectionString: loginString(database.connectionString, "authenticator"),
      embedded: databaseUrl === undefined,
      env: process.env,
      log,
    });
    stack.push(() => rest.stop());

    const files =
      directory === undefined ? await mkdtemp(join(tmpdir(), "sheaf-files-")) : join(directory, "storage");
    const removeFiles = () => rm(files, { recursive: true, force: true });
    if (directory === undefined) stack.push(removeFiles);
    const services = { database, clock, tokenKeys, log };
    const auth = createAuth({
      ...services,
      settings: {
        ...withSiteUrl(config.auth, options.siteUrl),
        ...(!hasHooks(folder, options) && { hooks: {} }),
        ...options.auth,
        ...(options.sendEmailHook && { sendEmailHook: options.sendEmailHook }),
        external: { ...config.auth.external, ...(localAccount && { keycloak: localAccount.settings }) },
      },
      externalUrl: `${url}/auth/v1`,
      emailTransport: config.smtp ? await smtpTransport(config.smtp) : mailbox,
      templates: config.templates,
      reachProvider: options.reachProvider ?? fetch,
    });
    const storage = createStorage({ ...services, settings: config.storage, directory: files });
    const app = createGateway({ keys: localKeys, tokenKeys, auth, storage, rest: rest.upstream, clock, log });
    running.resolve(app);

    return {
      url,
      mailboxUrl: `http://${host}:${mail.port}`,
      smtpUrl: smtp && `smtp://${host}:${smtp.port}`,
      localAccountUrl: localAccount?.url,
      anonKey: localKeys.publishable,
      serviceKey: localKeys.secret,
      database,
      mailbox,
      crashed: rest.crashed,
      async migrate() {
        const applied = await applyMigrations(database, await migrations());
        if (applied.length > 0) await rest.reloadSchema();
        return applied;
      },
      async reset() {
        await resetDatabase(database, await baseline());
        await removeFiles();
        mailbox.clear();
      },
      stop: () => stack.unwind(),
    };
  } catch (error) {
    await stack.unwind();
    throw error;
  }
}

/** Settings with another site URL, which passkeys are bound to as well. */
function withSiteUrl(auth: AuthSettings, siteUrl: string | undefined): AuthSettings {
  if (siteUrl === undefined) return auth;
  const { hostname, origin } = new URL(siteUrl);
  const passkeys = auth.passkeys && { ...auth.passkeys, rpId: hostname, rpOrigins: [origin] };
  return { ...auth, siteUrl, passkeys };
}

/** Loads the Local account only if it is enabled. */
async function startLocalAccountIfEnabled(
  { localAccount }: PlatformOptions,
  host: string,
  callbackUrl: string,
): Promise<LocalAccount | undefined> {
  if (localAccount === undefined || localAccount === false) return undefined;
  const { startLocalAccount } = await import("./local-account/local-account.ts");
  return startLocalAccount({ host, port: localAccount === true ? 0 : localAccount, callbackUrl });
}

/** Loads the libraries only if emails come by SMTP. */
async function listenForEmailIfEnabled(
  { smtpPort }: PlatformOptions,
  host: string,
  mailbox: Mailbox,
): Promise<Listening | undefined> {
  if (smtpPort === undefined) return undefined;
  const { listenForEmail } = await import("./email/mailbox-smtp.ts");
  return listenForEmail({ host, port: smtpPort, mailbox });
}

/** Loads the library only if emails are sent by SMTP. */
async function smtpTransport(settings: SmtpSettings): Promise<EmailTransport> {
  const { createSmtpTransport } = await import("./email/smtp.ts");
  return createSmtpTransport(settings);
}
