import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A pending call of Storage. */
interface Passing {
  /** Forwards the request and its response. */
  pass: () => Promise<void>;
  respond: (status: number) => void;
  hangUp: () => void;
  /** Ends the connection after the first bytes of an object. */
  cutOff: () => void;
}

export interface PlatformProxy {
  url: string;
  /** Handles subsequent deletions; a handler that does nothing leaves the request without a response. */
  onDelete(next: (passing: Passing) => Promise<void> | void): void;
  /** Keys of every deletion, in order. */
  deletions: string[][];
  /** The same for reads of an object. */
  onRead(next: (passing: Passing) => Promise<void> | void): void;
  /** Key of every read, in order. */
  reads: string[];
  stop(): void;
}

const readPath = "/storage/v1/object/authenticated/documents/";

/** A proxy in front of a healthy platform through which a test makes Storage fail. */
export async function startPlatformProxy(platformUrl: string): Promise<PlatformProxy> {
  const deletions: string[][] = [];
  const reads: string[] = [];
  let decide = (passing: Passing): Promise<void> | void => passing.pass();
  let decideRead = decide;
  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const { method = "", url: path = "", headers } = request;
    const pass = async () => {
      const { host: _host, connection: _connection, ...forwarded } = headers;
      const upstream = await fetch(platformUrl + path, {
        method,
        headers: Object.entries(forwarded).map(([name, value]) => [name, String(value)]),
        body: body.length > 0 ? body : null,
      });
      const bytes = Buffer.from(await upstream.arrayBuffer());
      const type = upstream.headers.get("content-type") ?? "application/json";
      if (!response.destroyed) response.writeHead(upstream.status, { "content-type": type }).end(bytes);
    };
    const passing: Passing = {
      pass,
      respond: (status) => {
        const refusal = {
          statusCode: String(status),
          error: "InternalError",
          message: "Internal server error",
        };
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(refusal));
      },
      hangUp: () => void response.destroy(),
      cutOff: () =>
        void response.writeHead(200, { "content-length": "1000" }).write("%PDF", () => response.destroy()),
    };
    if (method === "GET" && path.startsWith(readPath)) {
      reads.push(path.slice(readPath.length));
      return decideRead(passing);
    }
    if (method !== "DELETE" || !path.startsWith("/storage/v1/object/")) return pass();
    const { prefixes: keys } = JSON.parse(body.toString()) as { prefixes: string[] };
    deletions.push(keys);
    await decide(passing);
  }

  return {
    url: `http://127.0.0.1:${port}`,
    deletions,
    reads,
    onRead: (next) => {
      decideRead = next;
    },
    onDelete: (next) => {
      decide = next;
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
