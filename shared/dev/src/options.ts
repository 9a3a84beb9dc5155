import { parseArgs } from "node:util";

export interface DevOptions {
  /** Port of the one URL that people open. */
  port: number;
  sidecarPort: number;
  platformPort: number;
  mailPort: number;
  /** Port of the sign-in provider "Local account". */
  localAccountPort: number;
  /** Folder in which accounts, requests and files are kept, absolute or from where the command was given. */
  data: string | undefined;
  /** Forget everything kept from earlier starts. */
  fresh: boolean;
  help: boolean;
}

export const usage = `Usage: pnpm dev [options]
  --port N            the site (default 3000)
  --sidecar-port N    the auth sidecar behind it (default: the site's port + 1)
  --platform-port N   the local platform (default 54321)
  --mail-port N       the mailbox (default 54324)
  --local-account-port N
                      the sign-in provider "Local account" (default: the mailbox's port + 1)
  --data DIR          where accounts, requests and files are kept (default .data in the repository)
  --fresh             start over: forget accounts, requests and files of earlier starts
  --help              print this`;

/** @throws with the usage when an option is unknown or a port is not a port. */
export function readOptions(args: string[]): DevOptions {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: "string" },
      "sidecar-port": { type: "string" },
      "platform-port": { type: "string" },
      "mail-port": { type: "string" },
      "local-account-port": { type: "string" },
      data: { type: "string" },
      fresh: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const port = toPort("--port", values.port ?? "3000");
  const mailPort = toPort("--mail-port", values["mail-port"] ?? "54324");
  return {
    port,
    sidecarPort: toPort("--sidecar-port", values["sidecar-port"] ?? String(port + 1)),
    platformPort: toPort("--platform-port", values["platform-port"] ?? "54321"),
    mailPort,
    localAccountPort: toPort("--local-account-port", values["local-account-port"] ?? String(mailPort + 1)),
    data: values.data,
    fresh: values.fresh,
    help: values.help,
  };
}

function toPort(flag: string, text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`${flag} wants a port from 1 to 65535, not "${text}".`);
  }
  return port;
}
