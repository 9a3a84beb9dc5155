import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";

/** What the front passes on, and a test changes as a bad proxy or a bad setting would have it. */
export interface Passed {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

type Change = (answer: Passed, request: IncomingMessage) => void;

export interface Front {
  /** `http://localhost:<port>`, what people open. */
  readonly url: string;
  /** From now on requests go there. */
  leadTo: (port: number) => void;
  /** Changes every answer from now on; none without. */
  spoil: (change?: Change) => void;
  close: () => void;
}

/** A reverse proxy that passes everything on as it is, unless told otherwise. */
export async function startFront(): Promise<Front> {
  let target = 0;
  let change: Change | undefined;
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const passed = request({ host: "127.0.0.1", port: target, method, path, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => {
        const { statusCode: status = 502, headers } = answer;
        const told = { status, headers: { ...headers }, body: Buffer.concat(parts) };
        change?.(told, incoming);
        delete told.headers["transfer-encoding"];
        told.headers["content-length"] = String(told.body.length);
        outgoing.writeHead(told.status, told.headers).end(method === "HEAD" ? undefined : told.body);
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
    spoil: (wanted) => (change = wanted),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
