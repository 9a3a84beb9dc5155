import { createServer } from "node:net";
import type { StackPorts } from "./addresses.ts";

interface PortUse {
  port: number;
  purpose: string;
  /** The option that changes it. */
  flag: string;
}

/** Ports of the page and the sidecar. */
export function pagePorts({ port, sidecarPort }: Pick<StackPorts, "port" | "sidecarPort">): PortUse[] {
  return [
    { port, purpose: "the site", flag: "--port" },
    { port: sidecarPort, purpose: "the auth sidecar", flag: "--sidecar-port" },
  ];
}

/** Ports of a local platform. */
export function platformPorts(ports: StackPorts): PortUse[] {
  return [
    { port: ports.platformPort, purpose: "the local platform", flag: "--platform-port" },
    { port: ports.mailboxPort, purpose: "the mailbox", flag: "--mailbox-port" },
    { port: ports.smtpPort, purpose: "SMTP of the mailbox", flag: "--smtp-port" },
    { port: ports.localAccountPort, purpose: "the Local account", flag: "--local-account-port" },
  ];
}

/** Ports of the worker. */
export function workerPorts({
  workerPort,
  hookPort,
}: Pick<StackPorts, "workerPort" | "hookPort">): PortUse[] {
  return [
    { port: workerPort, purpose: "the worker", flag: "--worker-port" },
    { port: hookPort, purpose: "emails with a code", flag: "--hook-port" },
  ];
}

/** @throws when a port is in use, naming the option that changes it. */
export async function assertPortsFree(uses: readonly PortUse[]): Promise<void> {
  for (const { port, purpose, flag } of uses) {
    const busy = (await Promise.all([isBusy(port, "127.0.0.1"), isBusy(port, "::1")])).some(Boolean);
    if (busy) {
      throw new Error(
        `Port ${port}, meant for ${purpose}, is in use. Stop what uses it, or choose another with ${flag}.`,
      );
    }
  }
}

function isBusy(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    // Only EADDRINUSE means busy: a machine without IPv6 answers EADDRNOTAVAIL for ::1.
    probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code === "EADDRINUSE"));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(false)));
  });
}
