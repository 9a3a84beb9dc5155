import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from "node:http";
import { Readable } from "node:stream";

/** Address of a local HTTP server. */
export type UpstreamAddress =
  | { readonly socketPath: string }
  | { readonly host: "127.0.0.1"; readonly port: number };

export interface Upstream {
  /**
   * Forwards a request, with its `Prefer` headers as they came: `Headers` would join them, and PostgREST tells them apart.
   * Rejects if the server is unreachable, or with `ClientDisconnected` or `BodyTooLarge`.
   */
  forward(target: {
    path: string;
    request: Request;
    headers: Headers;
    prefer: readonly string[];
  }): Promise<Response>;
  /** Status of `GET path`; undefined if the server is unreachable. */
  status(path: string): Promise<number | undefined>;
  close(): void;
}

/** The client disconnected, so nobody reads the response. Not a failure of the upstream server. */
export class ClientDisconnected extends Error {}

/** Less than 1 MB, as at the gateway of docker compose. Bodies are buffered; a longer one isn't read to its end. */
const maxBodyBytes = 999_999;

export class BodyTooLarge extends Error {}

/** Hop-by-hop headers, which a proxy must not forward. */
const hopByHop = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
  "te",
  "trailer",
  "expect",
]);

const bodiless = new Set([204, 205, 304]);

/** Larger bodies are sent with `Expect: 100-continue`. Smaller ones fit into the socket's buffer. */
const maxImmediateBytes = 64 * 1024;

/** A request without its body. */
interface Head {
  path: string;
  method: string;
  headers: OutgoingHttpHeaders;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

/** The server closed a keep-alive connection before it received this request. */
class StaleConnection extends Error {}

export function createUpstream(address: UpstreamAddress): Upstream {
  const agent = new Agent({ keepAlive: true });

  /**
   * PostgREST may respond after the head and close the connection. A body still being written would then fail the
   * request and lose the response. So a short body is sent together with the head, and a long one after 100 Continue.
   */
  function send(head: Head, body: Buffer | undefined): Promise<IncomingMessage> {
    const expect = body !== undefined && body.length > maxImmediateBytes;
    return new Promise((resolve, reject) => {
      const headers = { ...head.headers, ...(expect && { expect: "100-continue" }) };
      const outgoing = request({ ...address, agent, ...head, headers }, resolve);
      outgoing.on("error", (cause) => {
        if (head.signal.aborted) reject(new ClientDisconnected("The client disconnected", { cause }));
        else
          reject(outgoing.reusedSocket ? new StaleConnection("The connection was closed", { cause }) : cause);
      });
      if (expect) {
        outgoing.on("continue", () => outgoing.end(body));
        outgoing.flushHeaders();
      } else outgoing.end(body);
    });
  }

  /** Retries on stale keep-alive connections. Ends, because each attempt removes one from the pool. */
  async function sendWithRetry(head: Head, body: Buffer | undefined): Promise<IncomingMessage> {
    for (;;) {
      try {
        return await send(head, body);
      } catch (error) {
        if (!(error instanceof StaleConnection)) throw error;
      }
    }
  }

  return {
    async forward({ path, request: incoming, headers, prefer }) {
      const body = incoming.body === null ? undefined : await wholeBody(incoming);
      const { method, signal } = incoming;
      const response = await sendWithRetry(
        { path, method, signal, headers: { ...forwardedHeaders(headers, body), prefer: [...prefer] } },
        body,
      );
      const status = response.statusCode ?? 502;
      const answered = new Headers();
      for (const [name, values] of Object.entries(response.headersDistinct)) {
        for (const value of hopByHop.has(name) ? [] : (values ?? [])) answered.append(name, value);
      }
      if (bodiless.has(status) || incoming.method === "HEAD") {
        response.resume();
        return new Response(null, { status, headers: answered });
      }
      return new Response(Readable.toWeb(response), { status, headers: answered });
    },
    status(path) {
      return new Promise((resolve) => {
        const probe = request({ ...address, path, timeout: 2000 }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        probe.on("timeout", () => probe.destroy());
        probe.on("error", () => resolve(undefined));
        probe.end();
      });
    },
    close: () => agent.destroy(),
  };
}

/** Drops the length of a missing body, because the server would read the next request as that body. */
function forwardedHeaders(headers: Headers, body: Buffer | undefined): Record<string, string> {
  const passed = Object.fromEntries([...headers].filter(([name]) => !hopByHop.has(name)));
  delete passed["content-length"];
  return body === undefined ? passed : { ...passed, "content-length": String(body.length) };
}

/** @throws ClientDisconnected, BodyTooLarge. */
async function wholeBody(incoming: Request): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const announced = Number(incoming.headers.get("content-length"));
  if (announced > maxBodyBytes) throw new BodyTooLarge("The request is too large");
  let size = 0;
  try {
    for await (const chunk of incoming.body ?? []) {
      size += chunk.byteLength;
      if (size > maxBodyBytes) break;
      chunks.push(chunk);
    }
  } catch (cause) {
    throw new ClientDisconnected("The request's body ended early", { cause });
  }
  if (size > maxBodyBytes) throw new BodyTooLarge("The request is too large");
  return Buffer.concat(chunks);
}
