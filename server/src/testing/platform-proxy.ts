import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A pending deletion in Storage. */
interface Passing {
  /** Forwards the request and its response. */
  pass: () => Promise<void>;
  respond: (status: number) => void;
  hangUp: () => void;
}

export interface PlatformProxy {
  url: string;
  /** Handles subsequent deletions; a handler that does nothing leaves the request without a response. */
  onDelete(next: (passing: Passing) => Promise<void> | void): void;
  /** Keys of every deletion, in order. */
  deletions: string[][];
  stop(): void;
}

/** A proxy in front of a healthy platform through which a test makes Storage fail. */
export async function startPlatformProxy(platformUrl: string): Promise<PlatformProxy> {
  const deletions: string[][] = [];
  let decide = (passing: Passing): Promise<void> | void => passing.pass();
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
      const text = await upstream.text();
      const type = upstream.headers.get("content-type") ?? "application/json";
      if (!response.destroyed) response.writeHead(upstream.status, { "content-type": type }).end(text);
    };
    if (method !== "DELETE" || !path.startsWith("/storage/v1/object/")) return pass();
    const { prefixes: keys } = JSON.parse(body.toString()) as { prefixes: string[] };
    deletions.push(keys);
    await decide({
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
    });
  }

  return {
    url: `http://127.0.0.1:${port}`,
    deletions,
    onDelete: (next) => {
      decide = next;
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
