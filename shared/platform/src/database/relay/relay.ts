import { createServer, type Socket } from "node:net";
import type { PGlite } from "@electric-sql/pglite";
import type { Log } from "../../log.ts";
import { fatalError, noEncryption, simpleQuery, startupPacket } from "./backend-messages.ts";
import { copiesFromClient, createUnitReader, type FrontendUnit } from "./frontend-messages.ts";
import { exchange } from "./exchange.ts";
import { becomeUser, type Login, readLogin } from "./login.ts";
import { RelayRefusal } from "./relay-refusal.ts";
import { createConnectionMutex } from "./connection-mutex.ts";

/** Time after which a connection that is idle in a transaction is closed if others wait. Milliseconds. */
const timeoutMs = 20_000;

export interface Relay {
  readonly port: number;
  stop(): Promise<void>;
}

interface Connection {
  readonly socket: Socket;
  login: Login | undefined;
}

/**
 * Serves PostgreSQL connections on loopback from PGlite's only session. Each connection has its login's user and settings,
 * so clients get the same permission errors as on hosted; with `@electric-sql/pglite-socket` everyone is the superuser.
 * A pipeline is one call into the engine, which is also about a third faster.
 * Session settings and temporary tables last until another connection is served. Named statements are shared.
 */
export async function startRelay(engine: PGlite, log: Log): Promise<Relay> {
  const greeting = await exchange(engine, startupPacket("supabase_admin"));
  const sockets = new Set<Socket>();
  let sessionOwner: Connection | undefined;
  const mutex = createConnectionMutex<Connection>({
    timeoutMs,
    onTimeout({ socket, login }) {
      log({
        level: "error",
        message: "A connection held its transaction open while others waited; it was closed.",
        user: login?.user,
      });
      socket.destroy();
    },
  });

  async function relayUnit(connection: Connection, unit: FrontendUnit): Promise<void> {
    const { socket } = connection;
    if (unit.kind === "encryption") socket.write(noEncryption);
    else if (unit.kind === "cancel" || unit.kind === "terminate") socket.end();
    else if (unit.kind === "startup") {
      await mutex.acquire(connection, async () => {
        const login = await readLogin(engine, unit.parameters);
        await becomeUser(engine, login);
        connection.login = login;
        sessionOwner = connection;
        return "closed";
      });
      socket.write(greeting.bytes);
    } else {
      if (copiesFromClient(unit.bytes)) {
        throw new RelayRefusal("0A000", "COPY FROM STDIN is not supported by the embedded database");
      }
      await mutex.acquire(connection, async () => {
        if (connection !== sessionOwner && connection.login !== undefined) {
          await becomeUser(engine, connection.login);
          sessionOwner = connection;
        }
        const { state } = await exchange(engine, unit.bytes, (bytes) => socket.write(bytes));
        return state === "idle" ? "closed" : "open";
      });
    }
  }

  const server = createServer((socket) => {
    socket.setNoDelay(true);
    sockets.add(socket);
    const connection: Connection = { socket, login: undefined };
    const read = createUnitReader();
    let previous = Promise.resolve();
    async function relayChunk(chunk: Buffer, earlier: Promise<void>): Promise<void> {
      await earlier;
      try {
        for (const unit of read(chunk)) await relayUnit(connection, unit);
      } catch (error) {
        const message = error instanceof Error ? error.message : "The engine failed.";
        if (!(error instanceof RelayRefusal))
          log({ level: "error", message: "A database connection failed", error });
        socket.end(fatalError(error instanceof RelayRefusal ? error.code : "08P01", message));
      }
    }
    socket.on("data", (chunk) => {
      previous = relayChunk(chunk, previous);
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      sockets.delete(socket);
      mutex.release(connection, async () => {
        await exchange(engine, simpleQuery("rollback"));
      });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The relay has no port.");
  return {
    port: address.port,
    stop() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
