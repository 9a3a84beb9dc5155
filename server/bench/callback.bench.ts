import process from "node:process";
import { performance } from "node:perf_hooks";
import { printTable } from "@sheaf/bench/report";
import { median, percentile, timesOf } from "@sheaf/bench/statistics";
import { Pool } from "undici";
import { setup } from "../src/testing/bundles.setup.ts";
import type { Peer } from "./callback/start-peer.ts";

/**
 * The same callback by us and by what others would run in our place. Each is a separate process, all call one
 * platform, and their rounds alternate, so the ratios hold for one machine.
 */
const quick = process.argv.includes("--quick");
const rounds = quick ? 2 : 12;
const perRound = quick ? 200 : 500;
const maxConcurrency = 16;

const flow = "0123456789abcdef0123456789abcdef";
const encoded = (value: unknown) => `base64-${Buffer.from(JSON.stringify(value)).toString("base64url")}`;
const verifier = encoded("v".repeat(112));
/** As the browser client leaves them. The peers read the verifier without a flow. */
const flowCookies = [
  `sheaf-auth-flow-${flow}-code-verifier=${verifier}`,
  `sheaf-auth-flows-code-verifier=${encoded([flow])}`,
  `sheaf-auth-code-verifier=${verifier}`,
].join("; ");

interface Subject extends Peer {
  name: string;
  client: Pool;
  rounds: Round[];
}
interface Round {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  cpu: number;
}

const started: Pick<Peer, "stop">[] = [];
const keep = <Kept extends Pick<Peer, "stop">>(process: Kept): Kept => {
  started.push(process);
  return process;
};
// Ours runs from its bundle, as in a deployment; both modules read the bundles' folder when they are imported.
const removeBundles = await setup();
const { next, startPeer, versionOf } = await import("./callback/start-peer.ts");
const { startProcess } = await import("../src/testing/start-process.ts");
try {
  const platform = keep(await startPeer(new URL("./callback/platform.process.ts", import.meta.url)));
  const platformUrl = `http://localhost:${platform.port}`;
  const subject = (name: string, process: Peer): Subject => ({
    ...keep(process),
    name,
    client: new Pool(`http://localhost:${process.port}`, { connections: maxConcurrency }),
    rounds: [],
  });
  const express = new URL("./peers/express.process.mjs", import.meta.url);
  const undici = new URL("./peers/undici.process.mjs", import.meta.url);
  const ours = subject(
    "Sheaf",
    await startProcess(platformUrl, { NODE_OPTIONS: "--max-semi-space-size=32" }),
  );
  const subjects = [
    ours,
    subject(`Next.js ${versionOf("next")}`, await startPeer(next, { platformUrl, args: ["start", "next"] })),
    subject(`Express ${versionOf("express")}`, await startPeer(express, { platformUrl })),
    subject(`undici ${versionOf("undici")}`, await startPeer(undici, { platformUrl })),
  ];
  for (let round = 0; round <= rounds; round += 1) {
    for (const subject of subjects) {
      const measured = await measure(subject);
      // The first round is a warm-up.
      if (round > 0) subject.rounds.push(measured);
    }
  }
  await report(subjects, ours);
} finally {
  await Promise.allSettled(started.map((process) => process.stop()));
  await removeBundles();
}

async function measure({ name, client, cpu }: Subject): Promise<Round> {
  const took: number[] = [];
  const cpuBefore = await cpu();
  const startedAt = performance.now();
  let left = perRound;
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const sentAt = performance.now();
      const { statusCode, headers, body } = await client.request(request());
      await body.dump();
      took.push(performance.now() - sentAt);
      const cookies = String(headers["set-cookie"]);
      if (statusCode < 303 || statusCode > 307 || !cookies.includes("sheaf-auth=base64-"))
        throw new Error(`${name} answered ${statusCode} and set ${cookies}`);
    }
  };
  await Promise.all(Array.from({ length: maxConcurrency }, work));
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    perSecond: perRound / seconds,
    p50: median(took),
    p99: percentile(took, 0.99),
    cpu: ((await cpu()) - cpuBefore) / 1000 / perRound,
  };
}

/** Each has its own code and address: one code would share an exchange, one address would reach the limit. */
function request() {
  const bytes = crypto.getRandomValues(new Uint8Array(3));
  return {
    method: "GET",
    path: `/auth/callback?code=${crypto.randomUUID()}&sb_flow_id=${flow}&next=%2Finbox`,
    headers: {
      cookie: flowCookies,
      "user-agent":
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0 Safari/537.36",
      "x-forwarded-for": `10.${bytes.join(".")}`,
    },
  } as const;
}

/** Medians of the rounds, and how many times ours they are. */
async function report(subjects: readonly Subject[], ours: Subject): Promise<void> {
  const rows: string[][] = [];
  const ourPeak = await ours.peak();
  for (const subject of subjects) {
    const cell = (key: keyof Round, digits: number) => {
      const [its, our] = [subject, ours].map(({ rounds }) => median(rounds.map((round) => round[key])));
      return `${its?.toFixed(digits)} ${timesOf(its ?? Number.NaN, our ?? Number.NaN)}`;
    };
    const peak = await subject.peak();
    rows.push([
      subject.name,
      cell("perSecond", 0),
      cell("p50", 1),
      cell("p99", 1),
      cell("cpu", 2),
      `${(peak / 1024 / 1024).toFixed(0)} ${timesOf(peak, ourPeak)}`,
    ]);
  }
  printTable(["", "per second", "p50 ms", "p99 ms", "CPU ms each", "peak MB"], rows);
}
