import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import process from "node:process";
import { answerUnreadable } from "./answer-unreadable.ts";
import { describeThrown } from "./describe-thrown.ts";
import { explainListen } from "./explain-listen.ts";
import type { Log } from "./log.ts";

/** How long running requests may take to end after a signal, in milliseconds. */
const graceMs = 8_000;

export interface Listener {
  /** For the log line that tells of it. */
  name: string;
  /** As browsers know it. */
  url: string;
  app: RequestListener;
  host: string;
  port: number;
}

/** A start that is refused says why, in words alone, and ends the process with an error. */
export async function startOrExplain(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

/**
 * Listens until the process is told to stop; `close` then ends what the applications stand on.
 *
 * @throws when one of the addresses cannot be had; nothing listens then.
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
    server.on("clientError", answerUnreadable);
    // Longer than the idle time of the usual balancers, which else reuse a connection that is just closing.
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
  // Nothing that one request does may end the sign-ins of all others; it is told, and never hidden.
  process.on("unhandledRejection", (reason) =>
    log.error(describeThrown(reason), "A rejection nobody handled"),
  );
  // After this one nothing is certain any more, so a fresh process takes over.
  process.once("uncaughtException", (error) => {
    log.fatal(describeThrown(error), "Sheaf is stopping: an exception nobody caught");
    process.exitCode = 1;
    void stop();
  });
}
