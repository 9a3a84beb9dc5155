import { parseArgs } from "node:util";

/** The Supabase CLI's, as `config.toml` names them too. */
export const defaultPorts = { gateway: 54_321, mail: 54_324, localAccount: 54_325 };

export const usage = `Starts the local platform.

  --port N           gateway (default ${defaultPorts.gateway})
  --mail-port N      mailbox (default ${defaultPorts.mail})
  --local-account    run the development provider "Local account"
  --local-account-port N  on this port (default ${defaultPorts.localAccount})
  --site-url URL     where the page is served (default: config.toml)
  --directory PATH   where rows and files are kept (default .data/platform)
  --memory           keep nothing
  --fresh            remove what was kept, then start
  --database-url URL use a real PostgreSQL, as its superuser; nothing is kept there
  --help
`;

/** @throws in words for a flag or a value that does not fit. */
export function readOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: "string" },
      "mail-port": { type: "string" },
      "local-account": { type: "boolean", default: false },
      "local-account-port": { type: "string" },
      "site-url": { type: "string" },
      directory: { type: "string" },
      "database-url": { type: "string" },
      memory: { type: "boolean", default: false },
      fresh: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  return {
    port: toPort("--port", values.port),
    mailPort: toPort("--mail-port", values["mail-port"]),
    localAccount:
      toPort("--local-account-port", values["local-account-port"]) ??
      (values["local-account"] ? defaultPorts.localAccount : undefined),
    siteUrl: values["site-url"],
    directory: values.directory,
    databaseUrl: values["database-url"],
    memory: values.memory,
    fresh: values.fresh,
    help: values.help,
  };
}

function toPort(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`${flag} is a number from 0 to 65535, not ${text}.`);
  }
  return port;
}
