import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import process from "node:process";
import { rejectMalformedRequest } from "./reject-malformed-request.ts";
import { describeThrown } from "./describe-thrown.ts";
import type { Log } from "../log.ts";

/** Time that running requests have to finish after a signal, in milliseconds. */
const graceMs = 8_000;

export interface Listener {
  /** Used in the log. */
  name: string;
  /** Origin in the browser. */
  url: string;
  app: RequestListener;
  host: string;
  port: number;
}

/** Prints why a start failed, without a stack trace, and makes the process exit with an error. */
export async function startOrExplain(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

/**
 * Listens until the process receives a stop signal; `close` then releases what the applications depend on.
 *
 * @throws when one of the addresses is unavailable; nothing is listening then.
 */
export async function serve({
  listeners,
  log,
  close,
}: {
  listeners: readonly Listener[];
  log: Log;
  close: () => Promise<void>;
}): Promise<void> {
  const running = listeners.map((listener) => {
    const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 }, listener.app);
    server.on("clientError", rejectMalformedRequest);
    // Longer than the idle timeout of common load balancers, which would otherwise reuse a connection that is being
    // closed.
    server.keepAliveTimeout = 65_000;
    return { ...listener, server };
  });

  const stop = async (): Promise<void> => {
    const servers = running.map(({ server }) => server).filter(({ listening }) => listening);
    setTimeout(() => servers.forEach((server) => server.closeAllConnections()), graceMs).unref();
    await Promise.all(
      servers.map(async (server) => {
        server.close();
        server.closeIdleConnections();
        await once(server, "close");
      }),
    );
    await close();
  };

  try {
    for (const { name, url, host, port, server } of running) {
      server.listen(port, host);
      await once(server, "listening").catch(explainListen({ name, host, port }));
      log.info({ url, host, address: server.address() }, `${name} is listening`);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  stopWhenTold(log, stop);
}

function stopWhenTold(log: Log, stop: () => Promise<void>): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      log.info({ signal }, "Sheaf is stopping");
      void stop();
    });
  }
  // One request must not end everyone else's sign-ins, so an unhandled rejection is logged and the process keeps
  // running.
  process.on("unhandledRejection", (reason) => log.error(describeThrown(reason), "Unhandled rejection"));
  // After an uncaught exception the process state is unknown, so a fresh process takes over.
  process.once("uncaughtException", (error) => {
    log.fatal(describeThrown(error), "Sheaf is stopping after an uncaught exception");
    process.exitCode = 1;
    void stop();
  });
}

/** Reasons why listening fails, by system error code. */
const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "another process is using the port",
  EACCES: "this user has no permission to open the port",
  EADDRNOTAVAIL: "this machine doesn't have that address",
  ENOTFOUND: "the host doesn't exist",
};

/** Turns a listen error into a sentence that names the address. */
function explainListen(tried: { name: string; host: string; port: number }): (error: unknown) => never {
  const { name, host, port } = tried;
  return (error) => {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const reason = reasons[code];
    if (reason === undefined) throw error;
    throw new Error(`${name} cannot listen at ${host}:${port}: ${reason}.`, { cause: error });
  };
}
