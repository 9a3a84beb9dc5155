import { once } from "node:events";
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

export interface ServiceDouble {
  /** `host:port`, the format of the gateway's settings. */
  upstream: string;
  stop(): void;
}

/**
 * Starts a service that echoes requests. Its responses have headers that the gateway has to replace or keep out of logs:
 * CORS headers, a permissive content security policy, caching by everyone, and a redirect and cookie with secrets.
 */
export async function startServiceDouble(service: string): Promise<ServiceDouble> {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      const { method = "", url: path = "", headers } = request;
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
      response.end(JSON.stringify({ service, method, path, headers, body } satisfies Received));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    upstream: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
