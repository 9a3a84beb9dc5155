import { EventEmitter, once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as the service received it. */
export interface Received {
  service: string;
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Size of the response to `/large`, more than sockets hold for a client that doesn't read. */
const largeBytes = 8 * 1024 ** 2;

export interface ServiceDouble {
  /** `host:port`, the format of the gateway's settings. */
  upstream: string;
  /** Resolves once this many requests to `/held` have arrived. */
  heldAtLeast(count: number): Promise<void>;
  held(): number;
  /** Lets them go, and those that follow. */
  release(): void;
  stop(): void;
}

/**
 * Starts a service that echoes requests. Its responses have headers that the gateway has to replace or keep out of logs:
 * CORS headers, a permissive content security policy, caching by everyone, and a redirect and cookie with secrets.
 */
export async function startServiceDouble(service: string): Promise<ServiceDouble> {
  const held: (() => void)[] = [];
  const arrivals = new EventEmitter();
  let isReleased = false;
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      const { method = "", url: path = "", headers } = request;
      const answer = () => {
        response.writeHead(200, {
          "content-type": "application/json",
          "access-control-allow-origin": "https://only-this.example",
          "access-control-allow-credentials": "true",
          "access-control-expose-headers": "x-one",
          "content-security-policy": "default-src *",
          "cache-control": "public, max-age=3600",
          location: "https://sheaf.example/auth/callback?code=location-secret",
          "set-cookie": "session=cookie-secret",
        });
        const received = { service, method, path, headers, body } satisfies Received;
        response.end(path === "/large" ? Buffer.alloc(largeBytes) : JSON.stringify(received));
      };
      if (path === "/held" && !isReleased) {
        held.push(answer);
        arrivals.emit(String(held.length));
      } else {
        answer();
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    upstream: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async heldAtLeast(count) {
      if (held.length < count) await once(arrivals, String(count));
    },
    held: () => held.length,
    release: () => {
      isReleased = true;
      for (const answer of held) answer();
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
