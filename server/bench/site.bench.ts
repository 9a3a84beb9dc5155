import { fork } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { Agent, request } from "node:http";
import { join } from "node:path";
import process from "node:process";
import { printTable } from "@sheaf/bench/report";
import { timesOf } from "@sheaf/bench/statistics";
import { freePort, startProcess } from "../src/testing/start-process.ts";

/** Compares assets compressed by the build with assets compressed per request; the ratios hold for one machine. */
const quick = process.argv.includes("--quick");
const rounds = quick ? 2 : 5;
const perRound = quick ? 500 : 1_500;
const maxConcurrency = 8;
const accepted = "gzip, deflate, br, zstd";

const root = join(import.meta.dirname, "..", "..", "web", "dist");
const assets = (await readdir(join(root, "assets"))).filter((name) => /\.(js|css|woff2)$/.test(name));
const agent = new Agent({ keepAlive: true, maxSockets: maxConcurrency });

interface Server {
  origin: string;
  /** Processor time used so far, in microseconds. */
  cpu: () => Promise<number>;
  stop: () => void;
}
interface Measured {
  bytes: number;
  /** Of the server's process; of all requests. */
  cpuMicroseconds: number;
  milliseconds: number;
}

const servers = { prepared: await startPrepared(), compressing: await startCompressing() };
const best: Partial<Record<keyof typeof servers, Measured>> = {};
for (let round = 0; round <= rounds; round += 1) {
  for (const kind of ["prepared", "compressing"] as const) {
    const measured = await measure(servers[kind]);
    // The first round is a warm-up.
    const before = best[kind]?.cpuMicroseconds ?? Infinity;
    if (round > 0 && measured.cpuMicroseconds < before) best[kind] = measured;
  }
}
const { prepared, compressing } = best;
if (!prepared || !compressing) throw new Error("nothing was measured");
printTable(
  ["", "CPU µs each", "kB each", "per second"],
  Object.entries({ "compressed by the build": prepared, "compressed per request": compressing }).map(
    ([name, { bytes, cpuMicroseconds, milliseconds }]) => [
      name,
      `${(cpuMicroseconds / perRound).toFixed(0)} ${timesOf(cpuMicroseconds, prepared.cpuMicroseconds)}`,
      `${(bytes / perRound / 1000).toFixed(1)} ${timesOf(bytes, prepared.bytes)}`,
      `${Math.round((perRound / milliseconds) * 1000)} ${timesOf(prepared.milliseconds, milliseconds)}`,
    ],
  ),
);
for (const server of Object.values(servers)) server.stop();
agent.destroy();

async function startPrepared(): Promise<Server> {
  const sidecar = await startProcess("http://127.0.0.1:9", { SITE_ROOT: root });
  return { origin: sidecar.siteUrl, cpu: () => sidecar.cpu(), stop: () => void sidecar.stop() };
}

async function startCompressing(): Promise<Server> {
  const port = await freePort();
  const probe = new URL("../src/testing/process-probe.ts", import.meta.url);
  const child = fork(new URL("./site/compressing.process.ts", import.meta.url), {
    execArgv: ["--import", probe.href],
    env: { PORT: String(port), SITE_ROOT: root },
  });
  await once(child, "message");
  const cpu = async (): Promise<number> => {
    const reply = once(child, "message");
    child.send("cpu");
    const [microseconds]: unknown[] = await reply;
    return Number(microseconds);
  };
  return { origin: `http://localhost:${port}`, cpu, stop: () => void child.kill() };
}

async function measure(server: Server): Promise<Measured> {
  const cpuBefore = await server.cpu();
  const startedAt = performance.now();
  let bytes = 0;
  let requestCount = 0;
  const work = async (): Promise<void> => {
    while (requestCount < perRound) {
      const name = String(assets[requestCount % assets.length]);
      requestCount += 1;
      const received = await ask(`${server.origin}/assets/${name}`);
      bytes += received;
    }
  };
  await Promise.all(Array.from({ length: maxConcurrency }, work));
  const milliseconds = performance.now() - startedAt;
  return { bytes, milliseconds, cpuMicroseconds: (await server.cpu()) - cpuBefore };
}

/** Body size as received, in bytes. */
function ask(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, headers: { "Accept-Encoding": accepted } }, (incoming) => {
      let bytes = 0;
      incoming.on("data", (chunk: Buffer) => (bytes += chunk.length));
      incoming.on("end", () => (incoming.statusCode === 200 ? resolve(bytes) : reject(new Error(url))));
    });
    outgoing.on("error", reject).end();
  });
}
