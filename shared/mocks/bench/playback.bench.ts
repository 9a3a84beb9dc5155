import { performance } from "node:perf_hooks";
import process from "node:process";
import { printTable } from "@sheaf/bench/report";
import { median, timesOf } from "@sheaf/bench/statistics";
import { createMockServer } from "../src/node.ts";
import { tapeHandler } from "../src/scenarios/tape-handler.ts";
import type { Interaction } from "../src/tape/tape.ts";

/**
 * Compares the response times of a tape with a thousand interactions and of one with a single interaction. Both are
 * measured alternately, so other load affects both; the ratio counts.
 */

const rounds = process.argv.includes("--quick") ? 100 : 400;
const warmUp = 50;
const platformUrl = "http://platform.test";

const interaction = (number: number): Interaction => ({
  request: {
    method: "GET",
    from: "page",
    origin: "platform",
    path: "/rest/v1/requests",
    query: [["id", `eq.${number}`]],
  },
  response: {
    status: 200,
    headers: { "content-type": "application/json" },
    body: { json: [{ id: number, title: "Tax return 2025" }] },
  },
});

function serverWith(count: number) {
  const interactions = Array.from({ length: count }, (_value, index) => interaction(index));
  return tapeHandler({
    name: "bench",
    description: "Rows.",
    recordedAt: "2026-11-21T12:00:00.000Z",
    startPath: "/",
    interactions,
  });
}

const mocks = createMockServer(platformUrl);
const [one, thousand] = [serverWith(1), serverWith(1000)];
mocks.listen();

async function timed(play: typeof one, number: number): Promise<number> {
  mocks.use(play);
  const startedAt = performance.now();
  await (await fetch(`${platformUrl}/rest/v1/requests?id=eq.${number}`)).text();
  const took = performance.now() - startedAt;
  mocks.reset();
  return took;
}

const took = { one: [] as number[], thousand: [] as number[] };
for (let round = 0; round < warmUp + rounds; round += 1) {
  const [short, long] = [await timed(one, 0), await timed(thousand, (round * 37) % 1000)];
  if (round < warmUp) continue;
  took.one.push(short);
  took.thousand.push(long);
}
mocks.close();

const [short, long] = [median(took.one), median(took.thousand)];
printTable(
  ["interactions on the tape", "ms"],
  [
    ["1", `${short.toFixed(2)} ×1.00`],
    ["1,000", `${long.toFixed(2)} ${timesOf(long, short)}`],
  ],
);
