import { once } from "node:events";
import { request } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { selfSignedCertificate } from "./certificate.ts";

export interface TlsProxy {
  /** `https://localhost:<port>` */
  origin: string;
  /** PEM certificate that clients have to trust. */
  ca: string;
  stop(): void;
}

/** Starts a reverse proxy that terminates TLS and sets `X-Forwarded-For`. */
export async function startTlsProxy(targetPort: number): Promise<TlsProxy> {
  const { key, cert } = selfSignedCertificate();
  const server = createServer({ key, cert }, (incoming, outgoing) => {
    const headers = { ...incoming.headers, "x-forwarded-for": incoming.socket.remoteAddress ?? "" };
    const { method, url: path } = incoming;
    const forwarded = request({ port: targetPort, host: "localhost", method, path, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `https://localhost:${port}`,
    ca: cert,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
