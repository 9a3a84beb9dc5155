import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { printTable, progress } from "@sheaf/bench/report";
import { median, timesOf } from "@sheaf/bench/statistics";
import { localKeys } from "@sheaf/platform/keys";
import { freePorts } from "@sheaf/platform/free-port";
import { repository } from "../src/repository.ts";
import { loadPage } from "./load-page.ts";
import { type ProcessTree, treeOf } from "../src/process/process-tree.ts";

const usage = `Usage: node shared/dev/bench/dev.bench.ts [options] [folder of a checkout of another version, installed]

Starts \`pnpm dev\` with empty caches and no data (cold), then again (warm), and measures each start: seconds until the
platform responds, until it says that it runs, and until the page, opened then, has all its modules; memory of the whole
process tree; and what is left after a SIGTERM to the outermost process. With another version, the starts alternate; look at the ratio. Linux only.

  --rounds N    warm starts of each version (default 4), after three cold ones
  --quick       one cold and one warm start
  --processes   list the processes of each start
  --help`;

const startTimeoutMs = 120_000;
const stopTimeoutMs = 15_000;
const sampleMs = 250;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string" },
    quick: { type: "boolean", default: false },
    processes: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

const rounds = Number(values.rounds ?? (values.quick ? 1 : 4));
const coldRounds = values.quick ? 1 : 3;
/** Time from the last response, or from a complete demo, to the measurement of settled memory, in milliseconds. */
const settlingMs = values.quick ? 3_000 : 10_000;

interface Version {
  name: string;
  root: string;
  /** Folder of rows and files. */
  data: string;
}

interface Start {
  kind: "cold" | "warm";
  /** Seconds from the command. */
  platform: number;
  page: number;
  /** Until the line "Sheaf is running". */
  printed: number;
  /** The seconds in that line, which leave out npx and pnpm. */
  own: number;
  /** Megabytes. */
  peak: number;
  settled: number;
  processes: number;
  /** Seconds from the signal to the last exit; undefined if processes are left. */
  stopped: number | undefined;
}

const figures = [
  ["platform", "platform responds, s"],
  ["printed", "says that it runs, s"],
  ["own", "… by its own count, without npx and pnpm, s"],
  ["page", "page has all its modules, s"],
  ["peak", "memory at most, MB"],
  ["settled", "memory afterwards, MB"],
  ["processes", "processes"],
] as const;

if (values.help) progress(usage);
else await compare();

async function compare(): Promise<void> {
  const roots = [repository, ...positionals.slice(0, 1).map((path) => resolve(path))];
  const versions = await Promise.all(
    roots.map(async (root, index) => ({
      name: index === 0 ? "this" : "other",
      root,
      data: await mkdtemp(join(tmpdir(), "sheaf-bench-dev-")),
    })),
  );
  const starts = new Map<Version, Start[]>(versions.map((version) => [version, []]));
  try {
    for (const kind of [...Array<"cold">(coldRounds).fill("cold"), ...Array<"warm">(rounds).fill("warm")]) {
      for (const version of versions) {
        const start = await measure(version, kind);
        starts.get(version)?.push(start);
        progress(describe(version.name, start));
      }
    }
  } finally {
    for (const { data } of versions) await rm(data, { recursive: true, force: true });
  }
  const cell = (kind: Start["kind"], figure: Figure) => {
    const [own = Number.NaN, other] = [...starts.values()].map((all) =>
      median(all.filter((start) => start.kind === kind).map((start) => start[figure])),
    );
    return other === undefined ? rounded(own) : `${rounded(own)} ${timesOf(own, other)}`;
  };
  printTable(
    ["", "cold", "warm"],
    figures.map(([figure, name]) => [name, cell("cold", figure), cell("warm", figure)]),
  );
}

type Figure = (typeof figures)[number][0];

async function measure({ root, data }: Version, kind: Start["kind"]): Promise<Start> {
  if (kind === "cold") {
    await removeCaches(root);
    await rm(data, { recursive: true, force: true });
  }
  const [port, sidecarPort, platformPort, mailboxPort, accountPort, smtpPort, workerPort, hookPort] =
    await freePorts(8);
  const flags = {
    "--port": port,
    "--sidecar-port": sidecarPort,
    "--platform-port": platformPort,
    "--mailbox-port": mailboxPort,
    "--local-account-port": accountPort,
    "--smtp-port": smtpPort,
    "--worker-port": workerPort,
    "--hook-port": hookPort,
    "--data": data,
  };
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  const child = spawn("npx", ["-y", "pnpm@12", "dev", ...Object.entries(flags).flat().map(String)], {
    cwd: root,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (child.pid === undefined) throw new Error("npx could not be started.");
  const tree = treeOf(child.pid);
  const sampling = samplePeak(tree);
  const filled = kind === "cold" ? untilPrinted(child, /demo workspace is complete/) : undefined;
  const [platform, said] = await Promise.all([
    untilOk(`http://127.0.0.1:${platformPort}/auth/v1/health?apikey=${localKeys.publishable}`, child).then(
      seconds,
    ),
    untilPrinted(child, /Sheaf is running \((?<own>[\d.]+) s\)/).then(({ own }) => ({
      printed: seconds(),
      own: Number(own),
    })),
  ]);
  // Only now, as people do, because it would slow the start down.
  await loadPage(`http://localhost:${port}/`);
  const page = seconds();
  await filled;
  await wait(settlingMs);
  const peak = await sampling.stop();
  const settled = await tree.memory();
  if (values.processes) {
    for (const { pid, memory, command } of await tree.list()) {
      progress(`  ${pid} ${megabytes(memory)} MB  ${command.slice(0, 120)}`);
    }
  }
  const processes = tree.pids.size;
  const stopped = await stopOutermost(child, tree);
  return {
    kind,
    platform,
    page,
    ...said,
    peak: megabytes(peak),
    settled: megabytes(settled),
    processes,
    stopped,
  };
}

/** Leaves the state of a fresh clone with its packages installed. */
async function removeCaches(root: string): Promise<void> {
  for (const cache of [
    "shared/platform/node_modules/.cache",
    "web/node_modules/.vite",
    "node_modules/.cache",
  ]) {
    await rm(join(root, cache), { recursive: true, force: true });
  }
}

function samplePeak(tree: ProcessTree): { stop(): Promise<number> } {
  let peak = 0;
  const stopping = new AbortController();
  const sampled = (async () => {
    while (!stopping.signal.aborted) {
      await tree.update();
      peak = Math.max(peak, await tree.memory());
      await wait(sampleMs);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await sampled;
      return peak;
    },
  };
}

async function untilOk(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline && child.exitCode === null) {
    const response = await fetch(url, { headers: { accept: "text/html" } }).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.ok) return;
    await wait(20);
  }
  throw new Error(`${url} didn't respond.`);
}

/** @returns the groups of the line that matches. */
function untilPrinted(
  child: ChildProcess,
  line: RegExp,
): Promise<Readonly<Record<string, string | undefined>>> {
  return new Promise((settle, reject) => {
    const lines: string[] = [];
    child.once("exit", () => reject(new Error(`pnpm dev exited:\n${lines.join("\n")}`)));
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on("line", (text) => {
        lines.push(text);
        const match = line.exec(text);
        if (match) settle(match.groups ?? {});
      });
    }
  });
}

/** Sends a signal to the outermost process only. Not SIGINT, which npx drops unless it comes from a terminal. */
async function stopOutermost(child: ChildProcess, tree: ProcessTree): Promise<number | undefined> {
  const began = performance.now();
  child.removeAllListeners("exit");
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  while (performance.now() - began < stopTimeoutMs) {
    await tree.update();
    if (tree.pids.size === 0) return (performance.now() - began) / 1000;
    await wait(sampleMs);
  }
  for (const { pid, command } of await tree.list()) {
    progress(`  left: ${pid} ${command.slice(0, 120)}`);
    process.kill(pid, "SIGKILL");
  }
  await exited;
  return undefined;
}

function describe(name: string, start: Start): string {
  const left =
    start.stopped === undefined ? "LEFT PROCESSES" : `nothing left after ${start.stopped.toFixed(1)} s`;
  return (
    `${name.padEnd(5)} ${start.kind}  platform ${start.platform.toFixed(1)} s  page ${start.page.toFixed(1)} s  ` +
    `printed ${start.printed.toFixed(1)} s, says ${start.own.toFixed(1)} s  ` +
    `peak ${start.peak} MB  settled ${start.settled} MB  ` +
    `${start.processes} processes  ${left}`
  );
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}

function rounded(figure: number): string {
  return figure < 100 ? figure.toFixed(1) : String(Math.round(figure));
}
