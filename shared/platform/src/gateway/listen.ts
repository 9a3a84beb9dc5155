import type { Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";

export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

/** Hosts that only this machine reaches. The platform's keys are public, so it listens nowhere else. */
const loopback = new Set(["127.0.0.1", "::1", "localhost"]);

/**
 * Serves `fetch` on one loopback port; 0 takes a free one.
 *
 * @throws in words when the port is busy or the host is not loopback.
 */
export async function listen(options: {
  host: string;
  port: number;
  /** What wants the port, for the sentence: "the mailbox". */
  purpose: string;
  fetch: (request: Request) => Response | Promise<Response>;
}): Promise<Listening> {
  const { host, port, purpose } = options;
  if (!loopback.has(host)) {
    throw new Error(`The local platform's keys are public, so it listens on loopback only, not on ${host}.`);
  }
  const server = createAdaptorServer({ fetch: options.fetch, overrideGlobalObjects: false }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(
        error.code === "EADDRINUSE" ? new Error(`Port ${port}, meant for ${purpose}, is in use.`) : error,
      );
    });
    server.listen(port, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    port: address.port,
    close() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeAllConnections();
      return closed;
    },
  };
}
