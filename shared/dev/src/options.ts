import { parseArgs } from "node:util";
import type { StackPorts } from "./addresses.ts";
import { portOptions, readPorts } from "./port-options.ts";

export interface DevOptions extends StackPorts {
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

/** @throws when an option is unknown or a port is not a port. */
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
