import type { Server } from "node:http";
import { createAdaptorServer, type HttpBindings } from "@hono/node-server";

export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

/** The platform's keys are public, so it listens only on hosts that other machines can't reach. */
const loopback = new Set(["127.0.0.1", "::1", "localhost"]);

interface ListenAddress {
  host: string;
  port: number;
  /** Purpose of the port for error messages, such as "the mailbox". */
  purpose: string;
}

/**
 * Serves `fetch` on a loopback port; 0 picks a free one.
 *
 * @throws if the port is in use or the host is not loopback.
 */
export function listen(
  options: ListenAddress & {
    fetch: (request: Request, bindings: HttpBindings) => Response | Promise<Response>;
  },
): Promise<Listening> {
  const server = createAdaptorServer({
    fetch: (request, bindings) => options.fetch(request, bindings as HttpBindings),
    overrideGlobalObjects: false,
  }) as Server;
  return listenOn(server, options);
}

/** Like `listen`, for an existing server. */
export async function listenOn(server: Server, place: ListenAddress): Promise<Listening> {
  const { host, port } = place;
  assertLoopback(host);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(portFailure(error, place)));
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

/** @throws if other machines can reach the host. */
export function assertLoopback(host: string): void {
  if (loopback.has(host)) return;
  throw new Error(`The local platform's keys are public, so it listens on loopback only, not on ${host}.`);
}

/** The error of a server that couldn't listen, in words if the port is in use. */
export function portFailure(
  error: NodeJS.ErrnoException,
  { port, purpose }: Pick<ListenAddress, "port" | "purpose">,
): Error {
  return error.code === "EADDRINUSE" ? new Error(`Port ${port}, meant for ${purpose}, is in use.`) : error;
}
