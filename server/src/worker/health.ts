import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { Health } from "./run-tasks.ts";

/** `GET /healthz` on this machine: when each task last finished a run. */
export async function serveHealth(health: Health, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const isHealth = request.method === "GET" && request.url === "/healthz";
    response.writeHead(isHealth ? 200 : 404, {
      "Content-Type": "application/json",
      "Cache-Control": "no-store",
    });
    response.end(isHealth ? JSON.stringify({ tasks: Object.fromEntries(health) }) : "{}");
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}
