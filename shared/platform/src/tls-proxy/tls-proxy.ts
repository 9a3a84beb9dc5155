import { once } from "node:events";
import { request } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { selfSignedCertificate } from "./certificate.ts";

export interface TlsProxy {
  /** `https://localhost:<port>` */
  origin: string;
  /** The certificate that a client has to trust. */
  ca: string;
  stop(): void;
}

/** What stands in front of a site with https: ends the encryption, says who the client is, and passes all else on. */
export async function startTlsProxy(targetPort: number): Promise<TlsProxy> {
  const { key, cert } = selfSignedCertificate();
  const server = createServer({ key, cert }, (incoming, outgoing) => {
    const headers = { ...incoming.headers, "x-forwarded-for": incoming.socket.remoteAddress ?? "" };
    const { method, url: path } = incoming;
    const passed = request({ port: targetPort, host: "localhost", method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
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
