import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface HookCall {
  headers: IncomingHttpHeaders;
  /** As it came. */
  text: string;
  event: {
    metadata: Record<string, unknown>;
    user: Record<string, unknown>;
    email_data: Record<string, string>;
  };
}

export interface HookReply {
  status?: number;
  headers?: Record<string, string>;
  /** An object is sent as JSON. */
  body?: unknown;
}

export interface HookServer {
  uri: string;
  calls: HookCall[];
  /** Decides about every call from now on. */
  reply(to: (call: HookCall) => HookReply | "hang up" | Promise<HookReply>): void;
  stop(): Promise<void>;
}

/** A hook on loopback that notes its calls, and answers `{}` until it is told otherwise. */
export async function startHookServer(): Promise<HookServer> {
  const calls: HookCall[] = [];
  let decide: Parameters<HookServer["reply"]>[0] = () => ({});
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const text = Buffer.concat(parts).toString("utf8");
      const call = { headers: request.headers, text, event: JSON.parse(text) as HookCall["event"] };
      calls.push(call);
      void Promise.resolve(decide(call)).then((reply) => {
        if (reply === "hang up") return response.destroy();
        const { status = 200, headers = { "content-type": "application/json" }, body = {} } = reply;
        response.writeHead(status, headers);
        return response.end(typeof body === "string" ? body : JSON.stringify(body));
      });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    uri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/send-email`,
    calls,
    reply: (to) => {
      decide = to;
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
