import { createServer, type Socket } from "node:net";
import type { PGlite } from "@electric-sql/pglite";
import type { Log } from "../log.ts";
import { fatalError, noEncryption, simpleQuery, startupPacket } from "./backend-messages.ts";
import { copiesFromClient, createUnitReader, type FrontendUnit } from "./frontend-messages.ts";
import { exchange } from "./exchange.ts";
import { becomeUser, type Login, readLogin } from "./login.ts";
import { RelayRefusal } from "./relay-refusal.ts";
import { createTurns } from "./turns.ts";

/** A connection that says nothing in mid-transaction while others wait is cut after this long. Milliseconds. */
const patience = 20_000;

export interface Relay {
  readonly port: number;
  stop(): Promise<void>;
}

interface Connection {
  readonly socket: Socket;
  login: Login | undefined;
}

/**
 * PostgreSQL connections on loopback over the one session that PGlite has. Each speaks as the user it named and with
 * its own role's settings, so hosted's refusals hold for any client; behind `@electric-sql/pglite-socket` everyone
 * is the superuser. A pipeline is one call into the engine, which also costs about a third less.
 * Session settings and temporary tables last until another connection speaks; named statements are shared.
 */
export async function startRelay(engine: PGlite, log: Log): Promise<Relay> {
  const greeting = await exchange(engine, startupPacket("supabase_admin"));
  const sockets = new Set<Socket>();
  let lastSpeaker: Connection | undefined;
  const turns = createTurns<Connection>({
    patience,
    onImpatience({ socket, login }) {
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
      await turns.take(connection, async () => {
        const login = await readLogin(engine, unit.parameters);
        await becomeUser(engine, login);
        connection.login = login;
        lastSpeaker = connection;
        return "closed";
      });
      socket.write(greeting.bytes);
    } else {
      if (copiesFromClient(unit.bytes)) {
        throw new RelayRefusal("0A000", "COPY FROM STDIN is not supported by the embedded database");
      }
      await turns.take(connection, async () => {
        if (connection !== lastSpeaker && connection.login !== undefined) {
          await becomeUser(engine, connection.login);
          lastSpeaker = connection;
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
    let before = Promise.resolve();
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
      before = relayChunk(chunk, before);
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      sockets.delete(socket);
      turns.leave(connection, async () => {
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
