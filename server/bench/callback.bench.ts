import process from "node:process";
import { performance } from "node:perf_hooks";
import { giveSession, startPlatformDouble } from "../src/testing/platform-double.ts";
import { type Sidecar, startSidecar } from "../src/testing/start-sidecar.ts";

/**
 * Compares variants in one process, against one platform and within the same minute; the ratios hold for one
 * machine.
 */
const rounds = 5;
const perRound = 400;
const maxConcurrency = 16;
const limits = { perAddress: 1e9, perLink: 1e9 };

const flow = "0123456789abcdef";
const encoded = (value: unknown) => `base64-${Buffer.from(JSON.stringify(value)).toString("base64url")}`;
const claims = Buffer.from(JSON.stringify({ sub: "1", exp: 4_000_000_000 })).toString("base64url");
const session = encoded({ access_token: `eyJhbGciOiJIUzI1NiJ9.${claims}.c2ln`, refresh_token: "r" });

const platform = await startPlatformDouble();
platform.respondWith((request, response) => {
  if (request.url?.endsWith("/user") !== true) return giveSession(response);
  response.writeHead(200, { "content-type": "application/json" }).end('{"id":"1"}');
});
const pooled = await startSidecar({ platformUrl: platform.url, limits });
const global = await startSidecar({ platformUrl: platform.url, limits, fetch });

let exchanges = 0;
const callback = (sidecar: Sidecar) => () =>
  sidecar.send({
    // Each call has its own code; simultaneous calls with one code would share an exchange.
    path: `/auth/callback?code=12345678-${(exchanges += 1)}&sb_flow_id=${flow}`,
    headers: { Cookie: `sheaf-auth-flow-${flow}-code-verifier=${encoded("verifier")}` },
  });
const persist = () =>
  pooled.send({
    method: "POST",
    path: "/auth/persist",
    headers: { Origin: pooled.siteUrl, Cookie: `sheaf-auth=${session}` },
  });

const kinds = { pooled: callback(pooled), global: callback(global), persist };
const best = { pooled: Infinity, global: Infinity, persist: Infinity };
const heap: number[] = [];
for (let round = 0; round <= rounds; round += 1) {
  for (const kind of ["pooled", "global", "persist"] as const) {
    const took = await measure(kinds[kind], kind === "persist" ? 204 : 303);
    // The first round is a warm-up.
    if (round > 0) best[kind] = Math.min(best[kind], took);
  }
  // Memory held by the benchmark is not the server's.
  for (const list of [platform.calls, pooled.platformCalls, pooled.logLines]) list.length = 0;
  for (const list of [global.platformCalls, global.logLines]) list.length = 0;
  globalThis.gc?.();
  heap.push(process.memoryUsage().heapUsed / 1024 / 1024);
}

const each = (milliseconds: number) => `${(milliseconds / perRound).toFixed(2)} ms`;
process.stdout.write(
  [
    `callback, keep-alive        ${each(best.pooled)}`,
    `callback, global fetch      ${each(best.global)}  ×${(best.global / best.pooled).toFixed(2)}`,
    `persist                     ${each(best.persist)}  ×${(best.persist / best.pooled).toFixed(2)}`,
    `heap after each round       ${heap.map((megabytes) => megabytes.toFixed(1)).join(", ")} MB`,
    "",
  ].join("\n"),
);
await pooled.stop();
await global.stop();
platform.stop();

/** Milliseconds per round at this concurrency. */
async function measure(ask: () => Promise<{ status: number }>, status: number): Promise<number> {
  const startedAt = performance.now();
  let left = perRound;
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const response = await ask();
      if (response.status !== status) throw new Error(`answered ${response.status}`);
    }
  };
  await Promise.all(Array.from({ length: maxConcurrency }, work));
  return performance.now() - startedAt;
}
