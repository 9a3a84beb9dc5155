import { parentPort } from "node:worker_threads";

/** Rounds of arithmetic; an idle core of the machine the limits were set on needs 200 ms for them. */
const rounds = 60_000_000;
/** Bytes of new memory, 50 ms there. Browsers and databases use much of it, and some machines are slow at that alone. */
const bytes = 64 * 1024 * 1024;

const startedAt = performance.now();
let sum = 0;
for (let round = 0; round < rounds; round += 1) sum = Math.trunc(sum + round * 31) % 65_521;
sum += new Uint8Array(bytes).fill(1).length;
parentPort?.postMessage({ ms: performance.now() - startedAt, sum });
