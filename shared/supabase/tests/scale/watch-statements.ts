import { createServer, connect, type Socket } from "node:net";
import { once } from "node:events";
import { createUnitReader } from "@sheaf/platform/frontend-messages";

/** A statement as a client sent it, with its values. */
export interface Statement {
  text: string;
  /** OIDs; 0 leaves a type to the server. */
  types: number[];
  values: (string | null)[];
}

export interface StatementWatch {
  /** The same server, through this watch. */
  readonly connectionString: string;
  /** Statements that `work` sends over any connection. */
  during(work: () => Promise<unknown>): Promise<Statement[]>;
  close(): Promise<void>;
}

/** Passes connections on to a server and reads the statements that clients prepare and bind. */
export async function watchStatements(connectionString: string): Promise<StatementWatch> {
  const target = new URL(connectionString);
  const sockets = new Set<Socket>();
  let seen: Statement[] | undefined;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname);
    const read = createUnitReader();
    const prepared = new Map<string, Omit<Statement, "values">>();
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
    }
    client.on("data", (chunk: Buffer) => {
      for (const unit of read(chunk)) {
        if (unit.kind === "batch") readBatch(unit.bytes, prepared, (statement) => seen?.push(statement));
      }
      upstream.write(chunk);
    });
    upstream.on("data", (chunk: Buffer) => client.write(chunk));
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The watch has no port.");
  const watched = new URL(connectionString);
  watched.hostname = "127.0.0.1";
  watched.port = String(address.port);
  // Encrypted statements can't be read.
  watched.searchParams.set("sslmode", "disable");
  return {
    connectionString: watched.href,
    async during(work) {
      const statements: Statement[] = [];
      seen = statements;
      await work();
      seen = undefined;
      return statements;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

function readBatch(
  bytes: Buffer,
  prepared: Map<string, Omit<Statement, "values">>,
  onBound: (statement: Statement) => void,
): void {
  for (let at = 0; at < bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
    const type = String.fromCharCode(bytes[at] ?? 0);
    const fields = createFields(bytes.subarray(at + 5, at + 1 + bytes.readUInt32BE(at + 1)));
    if (type === "P") {
      const name = fields.text();
      prepared.set(name, { text: fields.text(), types: fields.list(() => fields.int32()) });
    } else if (type === "B") {
      fields.text();
      const statement = prepared.get(fields.text());
      fields.list(() => fields.int16());
      const values = fields.list(() => fields.value());
      if (statement) onBound({ ...statement, values });
    }
  }
}

/** Reads the fields of a message, one after the other. */
function createFields(bytes: Buffer) {
  let at = 0;
  const skip = (length: number) => (at += length) - length;
  const int16 = () => bytes.readInt16BE(skip(2));
  const int32 = () => bytes.readInt32BE(skip(4));
  return {
    int16,
    int32,
    text(): string {
      const end = bytes.indexOf(0, at);
      return bytes.toString("utf8", skip(end + 1 - at), end);
    },
    /** Text in either format; other types are not sent by PostgREST. */
    value(): string | null {
      const length = int32();
      return length < 0 ? null : bytes.toString("utf8", skip(length), at);
    },
    list: <T>(read: () => T): T[] => Array.from({ length: int16() }, read),
  };
}
