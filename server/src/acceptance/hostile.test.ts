import process from "node:process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hostileRequests } from "../testing/hostile-requests.ts";
import { leaks } from "../testing/leaks.ts";
import {
  giveSession,
  type PlatformDouble,
  refuseCode,
  startPlatformDouble,
} from "../testing/platform-double.ts";
import { sendRaw } from "../testing/send-raw.ts";
import { type SidecarProcess, startProcess } from "../testing/start-process.ts";

const total = 10_000;
const warmUp = 1_000;
const maxConcurrency = 8;
/** Counters of ten thousand client addresses and links are kept for a while, by design. Bytes. */
const mayGrow = 32 * 1024 * 1024;
/** The same requests in every run; set `SEED` for others. */
const seed = Number(process.env["SEED"] ?? 146_542);

let platform: PlatformDouble;
let sidecar: SidecarProcess;
beforeAll(async () => {
  platform = await startPlatformDouble();
  platform.respondWith((_request, response) => {
    const kind = platform.calls.length % 5;
    if (kind === 0) giveSession(response);
    else if (kind === 1) response.writeHead(200, { "content-type": "text/html" }).end("<p>not JSON");
    else if (kind === 2) response.destroy();
    else if (kind === 3) response.writeHead(503).end();
    else refuseCode(response);
  });
  sidecar = await startProcess(platform.url);
});
afterAll(async () => {
  await sidecar.stop();
  platform.stop();
});

test(
  "ten thousand hostile requests neither crash the sidecar nor reveal or redirect anything",
  { timeout: 60_000 },
  async () => {
    const make = hostileRequests(seed, sidecar);
    const statuses = new Map<number, number>();
    const found: string[] = [];
    let sent = 0;
    const work = async (upTo: number): Promise<void> => {
      while (sent < upTo) {
        const index = (sent += 1);
        const request = make(index);
        const response = await sendRaw(sidecar.port, request.bytes);
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        const wrong = leaks(request, response, { siteUrl: sidecar.siteUrl, platformUrl: platform.url });
        if (wrong.length > 0) found.push(`${index}: ${wrong.join("; ")}`);
      }
    };
    const sendUpTo = (upTo: number) => Promise.all(Array.from({ length: maxConcurrency }, () => work(upTo)));

    await sendUpTo(warmUp);
    const before = await sidecar.heap();
    const startedAt = performance.now();
    await sendUpTo(total);
    const seconds = (performance.now() - startedAt) / 1000;
    const after = await sidecar.heap();

    const counts = [...statuses].map(([status, count]) => `${count} × ${status}`).join(", ");
    const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1);
    process.stdout.write(
      `${sent} requests (seed ${seed}): ${counts}; ${platform.calls.length} calls to the platform; ` +
        `${Math.round((total - warmUp) / seconds)} a second; heap ${megabytes(before)} → ${megabytes(after)} MB\n`,
    );
    expect(found.slice(0, 5), `seed ${seed}`).toEqual([]);
    expect(sidecar.running()).toBe(true);
    expect((await sidecar.send({ path: "/healthz" })).status).toBe(200);
    expect(after - before, `seed ${seed}`).toBeLessThan(mayGrow);
    expect(sidecar.output()).not.toMatch(/zQ7marker|Unhandled|"level":60/);
  },
);
