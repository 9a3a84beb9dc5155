import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { send, type TestResponse, type Send } from "./send.ts";

export interface Balancer {
  /** The public URL; requests go to the ports in turn. */
  siteUrl: string;
  send(request: Omit<Send, "origin">): Promise<TestResponse>;
  /** Sets the ports for subsequent requests. */
  sendTo(ports: readonly number[]): void;
  /** `METHOD path port` of every request so far. */
  served: string[];
  stop(): void;
}

/** A round-robin balancer without sticky sessions. */
export async function startBalancer(): Promise<Balancer> {
  const served: string[] = [];
  let ports: readonly number[] = [];
  let turn = 0;
  const passOn = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const port = ports[turn % ports.length];
    turn += 1;
    served.push(`${incoming.method} ${incoming.url?.split("?")[0]} ${port}`);
    const headers = { ...incoming.headers, "x-forwarded-for": incoming.socket.remoteAddress ?? "" };
    const onward = request(
      { hostname: "localhost", port, path: incoming.url, method: incoming.method, headers },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      },
    );
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  };
  const server = createServer(passOn).listen(0, "localhost");
  await once(server, "listening");
  const siteUrl = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    siteUrl,
    send: (request) => send({ origin: siteUrl, ...request }),
    sendTo: (next) => {
      ports = next;
      turn = 0;
    },
    served,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
