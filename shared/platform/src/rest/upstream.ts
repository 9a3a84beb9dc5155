import { Agent, type IncomingMessage, request } from "node:http";
import { Readable } from "node:stream";

/** Where an HTTP server of ours listens. */
export type UpstreamAddress =
  | { readonly socketPath: string }
  | { readonly host: "127.0.0.1"; readonly port: number };

export interface Upstream {
  /** Sends a request on; rejects when nobody answers, or with `SenderGone` or `BodyTooLarge`. */
  forward(target: { path: string; request: Request; headers: Headers }): Promise<Response>;
  /** Status of `GET path`, or undefined while nobody answers. */
  status(path: string): Promise<number | undefined>;
  close(): void;
}

/** Whoever asked is gone: nothing is wrong behind the gateway, and nobody reads the answer. */
export class SenderGone extends Error {}

/** What rows need at once, with room to spare; whatever is longer is read and thrown away. */
const maxBodyBytes = 32 * 1024 * 1024;

export class BodyTooLarge extends Error {}

/** Headers of one connection, which a proxy does not pass on. */
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

/** A body that is longer asks first whether it is wanted. Bytes; what the socket takes at once. */
const atOnce = 64 * 1024;

/** What goes before a body. */
interface Head {
  path: string;
  method: string;
  headers: Record<string, string>;
  /** Whoever asks has gone. */
  signal: AbortSignal;
}

/** It may have been closed behind the last answer, before this request was seen. */
class StaleConnection extends Error {}

export function createUpstream(address: UpstreamAddress): Upstream {
  const agent = new Agent({ keepAlive: true });

  /**
   * PostgREST may answer by the head alone and close: a body that is still being written would take the answer
   * along. So a short one leaves together with the head, and a long one waits until it is asked for.
   */
  function send(head: Head, body: Buffer | undefined): Promise<IncomingMessage> {
    const expect = body !== undefined && body.length > atOnce;
    return new Promise((resolve, reject) => {
      const headers = { ...head.headers, ...(expect && { expect: "100-continue" }) };
      const outgoing = request({ ...address, agent, ...head, headers }, resolve);
      outgoing.on("error", (cause) => {
        if (head.signal.aborted) reject(new SenderGone("Nobody waits for the answer", { cause }));
        else reject(outgoing.reusedSocket ? new StaleConnection("It was closed", { cause }) : cause);
      });
      if (expect) {
        outgoing.on("continue", () => outgoing.end(body));
        outgoing.flushHeaders();
      } else outgoing.end(body);
    });
  }

  /** A kept connection may have been closed behind its last answer; each attempt uses one of those up. */
  async function sendOnLive(head: Head, body: Buffer | undefined): Promise<IncomingMessage> {
    for (;;) {
      try {
        return await send(head, body);
      } catch (error) {
        if (!(error instanceof StaleConnection)) throw error;
      }
    }
  }

  return {
    async forward({ path, request: incoming, headers }) {
      const body = incoming.body === null ? undefined : await wholeBody(incoming);
      const { method, signal } = incoming;
      const answer = await sendOnLive({ path, method, signal, headers: passedOn(headers, body) }, body);
      const status = answer.statusCode ?? 502;
      const answered = new Headers();
      for (const [name, values] of Object.entries(answer.headersDistinct)) {
        for (const value of hopByHop.has(name) ? [] : (values ?? [])) answered.append(name, value);
      }
      if (bodiless.has(status) || incoming.method === "HEAD") {
        answer.resume();
        return new Response(null, { status, headers: answered });
      }
      return new Response(Readable.toWeb(answer), { status, headers: answered });
    },
    status(path) {
      return new Promise((resolve) => {
        const probe = request({ ...address, path, timeout: 2000 }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        });
        probe.on("timeout", () => probe.destroy());
        probe.on("error", () => resolve(undefined));
        probe.end();
      });
    },
    close: () => agent.destroy(),
  };
}

/** Without a body its length is not said either: the next request would be read as it. */
function passedOn(headers: Headers, body: Buffer | undefined): Record<string, string> {
  const passed = Object.fromEntries([...headers].filter(([name]) => !hopByHop.has(name)));
  delete passed["content-length"];
  return body === undefined ? passed : { ...passed, "content-length": String(body.length) };
}

/** @throws SenderGone, BodyTooLarge. */
async function wholeBody(incoming: Request): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of incoming.body ?? []) {
      size += chunk.byteLength;
      if (size <= maxBodyBytes) chunks.push(chunk);
    }
  } catch (cause) {
    throw new SenderGone("The request's body ended early", { cause });
  }
  if (size > maxBodyBytes) throw new BodyTooLarge("The request's body is too large");
  return Buffer.concat(chunks);
}
