import process from "node:process";
import { sendHostile, startHostilePlatform } from "../src/testing/hostile/hostile-platform.ts";

/** Measures how many hostile requests the platform answers per second, and its memory use. */

const steps = [1_000, 5_000, 10_000];
const seed = Number(process.env["SEED"] ?? 146_542);
const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;

const platform = await startHostilePlatform();
const failures = new Map<string, number>();
let sent = 0;
const beginning = await platform.memory();
process.stdout.write(
  `seed ${seed}; heap ${megabytes(beginning.heapUsed)}, RSS ${megabytes(beginning.rss)}\n`,
);
for (const upTo of steps) {
  const startedAt = performance.now();
  await sendHostile(platform, {
    seed: seed + sent,
    count: upTo - sent,
    onOutcome: ({ request, response }) => {
      if (response.status < 500 && (response.status > 0 || request.cut)) return;
      const failure = `${response.status} ${request.endpoint}`;
      failures.set(failure, (failures.get(failure) ?? 0) + 1);
    },
  });
  const perSecond = Math.round((1000 * (upTo - sent)) / (performance.now() - startedAt));
  sent = upTo;
  const { heapUsed, rss } = await platform.memory();
  process.stdout.write(
    `${sent} requests: ${perSecond} per second; heap ${megabytes(heapUsed)}, RSS ${megabytes(rss)}\n`,
  );
}
for (const [failure, count] of failures) process.stdout.write(`${count} × ${failure}\n`);
for (const { message, path, error } of platform.errors.filter(
  ({ message }) => !message.startsWith("rest: "),
)) {
  process.stdout.write(`logged: ${message} ${path} ${error}\n`);
}
await platform.stop();
