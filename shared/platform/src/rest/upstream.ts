import { Agent, type IncomingMessage, request } from "node:http";
import { Readable } from "node:stream";

/** Where an HTTP server of ours listens. */
export type UpstreamAddress =
  | { readonly socketPath: string }
  | { readonly host: "127.0.0.1"; readonly port: number };

export interface Upstream {
  /** Sends a request on, bodies streaming both ways; rejects when nobody answers. */
  forward(target: { path: string; request: Request; headers: Headers }): Promise<Response>;
  /** Status of `GET path`, or undefined while nobody answers. */
  status(path: string): Promise<number | undefined>;
  close(): void;
}

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

export function createUpstream(address: UpstreamAddress): Upstream {
  const agent = new Agent({ keepAlive: true });
  return {
    async forward({ path, request: incoming, headers }) {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const outgoing = request(
          { ...address, agent, path, method: incoming.method, headers: passedOn(headers) },
          resolve,
        );
        outgoing.on("error", reject);
        incoming.signal.addEventListener("abort", () => outgoing.destroy(), { once: true });
        if (incoming.body === null) outgoing.end();
        else Readable.fromWeb(incoming.body).on("error", reject).pipe(outgoing);
      });
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

function passedOn(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !hopByHop.has(name)));
}
