import { parseArgs } from "node:util";
import type { StackPorts } from "./addresses.ts";
import { portOptions, readPorts } from "./port-options.ts";

export interface MocksOptions extends StackPorts {
  /** Record tapes on a separate platform. */
  record: boolean;
  help: boolean;
}

export const mocksUsage = `Usage: pnpm dev:mocks [options]
  --port N            the site (default 3000)
  --sidecar-port N    the auth sidecar behind it (default: the site's port + 1)
  --platform-port N   the platform stand-in (default: the site's port + 2)
  --record            record tapes: with a local platform that forgets everything when it stops
  --help              print this

With --record:
  --platform-port N   the local platform (default 54321)
  --mailbox-port N    the mailbox (default 54324)
  --local-account-port N
                      the sign-in provider "Local account" (default: the mailbox's port + 1)
  --smtp-port N       where the mailbox takes emails (default: the mailbox's port + 2)`;

/** @throws when an option is unknown or a port isn't valid. */
export function readMocksOptions(args: string[]): MocksOptions {
  const { values } = parseArgs({
    args,
    options: {
      ...portOptions,
      record: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const { record, help } = values;
  const ports = record ? readPorts(values) : readPorts(values, (port) => port + 2);
  return { ...ports, record, help };
}
