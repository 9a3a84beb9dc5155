import { parseArgs } from "node:util";
import type { StackPorts } from "./addresses.ts";
import { portOptions, readPorts } from "./port-options.ts";

export interface DevOptions extends StackPorts {
  /** Folder of accounts, requests and files, absolute or relative to the working directory. */
  data: string | undefined;
  /** Delete all data of earlier starts. */
  fresh: boolean;
  help: boolean;
}

export const usage = `Usage: pnpm dev [options]
  --port N            the site (default 3000)
  --sidecar-port N    the auth sidecar behind it (default: the site's port + 1)
  --platform-port N   the local platform (default 54321)
  --mailbox-port N    the mailbox (default 54324)
  --local-account-port N
                      the sign-in provider "Local account" (default: the mailbox's port + 1)
  --smtp-port N       where the mailbox takes emails (default: the mailbox's port + 2)
  --worker-port N     the worker's health check (default: the sidecar's port + 1)
  --hook-port N       where the worker takes emails from Auth (default: the worker's port + 1)
  --data DIR          folder for accounts, requests and files (default .data in the repository)
  --fresh             start over: forget accounts, requests and files of earlier starts
  --help              print this`;

/** @throws when an option is unknown or a port isn't valid. */
export function readOptions(args: string[]): DevOptions {
  const { values } = parseArgs({
    args,
    options: {
      ...portOptions,
      data: { type: "string" },
      fresh: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const { data, fresh, help } = values;
  return { ...readPorts(values), data, fresh, help };
}
