import type { StackPorts } from "./addresses.ts";

/** Options for the ports of a stack. */
export const portOptions = {
  port: { type: "string" },
  "sidecar-port": { type: "string" },
  "platform-port": { type: "string" },
  "mailbox-port": { type: "string" },
  "local-account-port": { type: "string" },
  "smtp-port": { type: "string" },
  "worker-port": { type: "string" },
  "hook-port": { type: "string" },
} as const;

type Given = { [Name in keyof typeof portOptions]?: string | undefined };

/**
 * @param platformPort default port of the platform, given the site's.
 * @throws when a port isn't valid.
 */
export function readPorts(
  given: Given,
  platformPort: (sitePort: number) => number = () => 54_321,
): StackPorts {
  const portOf = (name: keyof Given, otherwise: number) =>
    toPort(`--${name}`, given[name] ?? String(otherwise));
  const port = portOf("port", 3000);
  const mailboxPort = portOf("mailbox-port", 54_324);
  const ports = {
    port,
    sidecarPort: portOf("sidecar-port", port + 1),
    platformPort: portOf("platform-port", platformPort(port)),
    mailboxPort,
    localAccountPort: portOf("local-account-port", mailboxPort + 1),
  };
  const smtpPort = portOf("smtp-port", firstAfter(mailboxPort, Object.values(ports)));
  const workerPort = portOf(
    "worker-port",
    firstAfter(ports.sidecarPort, [...Object.values(ports), smtpPort]),
  );
  const hookPort = portOf(
    "hook-port",
    firstAfter(workerPort, [...Object.values(ports), smtpPort, workerPort]),
  );
  return { ...ports, smtpPort, workerPort, hookPort };
}

/** The next port that isn't one of `taken`. */
function firstAfter(port: number, taken: readonly number[]): number {
  let next = port + 1;
  while (taken.includes(next)) next += 1;
  return next;
}

function toPort(flag: string, text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`${flag} wants a port from 1 to 65535, not "${text}".`);
  }
  return port;
}
