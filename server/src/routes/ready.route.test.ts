import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express from "express";
import { expect, onTestFinished, test } from "vitest";
import { readyRoute } from "./ready.route.ts";

test("however often it is asked, Auth is asked once a second", async () => {
  let asked = 0;
  const platform = {
    platformUrl: "http://platform.test",
    publishableKey: "key",
    fetch: async () => {
      asked += 1;
      return new Response(null, { status: 200 });
    },
  };
  const server = express().get("/readyz", readyRoute(platform)).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const started = performance.now();
  for (let count = 0; count < 100; count += 1)
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  expect(asked).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - started) / 1000));
});
