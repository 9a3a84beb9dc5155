import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";

/** A response that a test may alter as a bad proxy or setting would. */
export interface Passed {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

type Change = (response: Passed, request: IncomingMessage) => void;

export interface Front {
  /** The public URL, `http://localhost:<port>`. */
  readonly url: string;
  /** Sets the target of subsequent requests. */
  leadTo: (port: number) => void;
  /** Alters subsequent responses; without an argument they pass unchanged. */
  alter: (change?: Change) => void;
  close: () => void;
}

/** A reverse proxy that passes everything on unless a test alters it. */
export async function startFront(): Promise<Front> {
  let target = 0;
  let change: Change | undefined;
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const passed = request({ host: "127.0.0.1", port: target, method, path, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => {
        const { statusCode: status = 502, headers } = response;
        const altered = { status, headers: { ...headers }, body: Buffer.concat(parts) };
        change?.(altered, incoming);
        delete altered.headers["transfer-encoding"];
        altered.headers["content-length"] = String(altered.body.length);
        outgoing.writeHead(altered.status, altered.headers).end(method === "HEAD" ? undefined : altered.body);
      });
    });
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    leadTo: (to) => (target = to),
    alter: (wanted) => (change = wanted),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
