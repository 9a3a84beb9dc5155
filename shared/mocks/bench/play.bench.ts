import { performance } from "node:perf_hooks";
import process from "node:process";
import { createMockServer } from "../src/node.ts";
import { tapePlays } from "../src/scenarios/tape-plays.ts";
import type { Take } from "../src/tape/tape.ts";

/**
 * How long a played answer takes from a tape of a thousand takes and from a tape of one. Both are asked in turn in one
 * run, so whatever else the machine does slows both; what counts is their ratio.
 */

const rounds = 400;
const warmUp = 50;
const platformUrl = "http://platform.test";

const take = (number: number): Take => ({
  request: {
    method: "GET",
    from: "page",
    origin: "platform",
    path: "/rest/v1/requests",
    query: [["id", `eq.${number}`]],
  },
  answer: {
    status: 200,
    headers: { "content-type": "application/json" },
    body: { json: [{ id: number, title: "Tax return 2025" }] },
  },
});

function serverWith(count: number) {
  const takes = Array.from({ length: count }, (_value, index) => take(index));
  return tapePlays({ name: "bench", says: "Rows.", at: "2026-11-21T12:00:00.000Z", opens: "/", takes });
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

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const [short, long] = [median(took.one), median(took.thousand)];
process.stdout.write(
  `a played answer, median of ${rounds}: ${short.toFixed(2)} ms from a tape of one take, ` +
    `${long.toFixed(2)} ms from one of a thousand; ratio ${(long / short).toFixed(2)}\n`,
);
