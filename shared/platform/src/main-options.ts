import { parseArgs } from "node:util";

/** Ports of the Supabase CLI, the same as in `config.toml`. */
export const defaultPorts = { gateway: 54_321, mailbox: 54_324, localAccount: 54_325 };

export const usage = `Starts the local platform.

  --port N           gateway (default ${defaultPorts.gateway})
  --mailbox-port N   mailbox (default ${defaultPorts.mailbox})
  --smtp-port N      port that takes emails for the mailbox by SMTP (default: the mailbox's port + 2)
  --local-account    run the development provider "Local account"
  --local-account-port N  on this port (default ${defaultPorts.localAccount})
  --site-url URL     where the page is served (default: config.toml)
  --send-email-hook URL  has this hook send Auth's emails; its secret is read from SEND_EMAIL_HOOK_SECRET
  --directory PATH   where rows and files are saved (default .data/platform)
  --config PATH      settings file (default shared/supabase/config.toml)
  --migrations PATH  folder of migrations, or none (default shared/supabase/migrations)
  --memory           save nothing; data is lost at exit
  --fresh            delete saved data, then start
  --database-url URL use a real PostgreSQL, as its superuser; data is lost at exit
  --help
`;

/** @throws for an unknown flag or an invalid value. */
export function readOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: "string" },
      "mailbox-port": { type: "string" },
      "smtp-port": { type: "string" },
      "local-account": { type: "boolean", default: false },
      "local-account-port": { type: "string" },
      "site-url": { type: "string" },
      "send-email-hook": { type: "string" },
      directory: { type: "string" },
      "database-url": { type: "string" },
      config: { type: "string" },
      migrations: { type: "string" },
      memory: { type: "boolean", default: false },
      fresh: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const mailboxPort = toPort("--mailbox-port", values["mailbox-port"]) ?? defaultPorts.mailbox;
  return {
    port: toPort("--port", values.port),
    mailboxPort,
    // Like the mailbox, a free port if that is 0.
    smtpPort: toPort("--smtp-port", values["smtp-port"]) ?? (mailboxPort === 0 ? 0 : mailboxPort + 2),
    localAccount:
      toPort("--local-account-port", values["local-account-port"]) ??
      (values["local-account"] ? defaultPorts.localAccount : undefined),
    siteUrl: values["site-url"],
    sendEmailHook: values["send-email-hook"],
    directory: values.directory,
    databaseUrl: values["database-url"],
    config: values.config,
    migrations: values.migrations,
    memory: values.memory,
    fresh: values.fresh,
    help: values.help,
  };
}

function toPort(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`${flag} must be a number from 0 to 65535, not ${text}.`);
  }
  return port;
}
