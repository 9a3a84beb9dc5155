import { serve } from "@hono/node-server";
import { Hono } from "hono";
import type { AddressInfo } from "node:net";

/**
 * A clock that specs in other processes can advance, by `POST /` with seconds as the body. It only moves forward:
 * nothing that a platform wrote may be in its future.
 */
export async function startMovableClock() {
  let aheadMs = 0;
  const app = new Hono();
  app.post("/", async (c) => {
    aheadMs += Number(await c.req.text()) * 1000;
    return c.text("moved");
  });
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    clock: () => new Date(Date.now() + aheadMs),
    url: `http://127.0.0.1:${port}/`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
