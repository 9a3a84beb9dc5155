import type { Platform } from "@sheaf/platform";
import { scaled } from "@sheaf/testing/scaled";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { sql } from "../../testing/fill-outbox.ts";
import { madeBy, sendToMany } from "../../testing/send-to-many.ts";
import { startWorkerPlatform } from "../../testing/start-platform.ts";
import { runWorker, startWorker } from "../../testing/start-worker.ts";

/** Enough for a worker to die in the middle: it claims 20 at a time. */
const people = 80;

let platform: Platform;
beforeAll(async () => {
  platform = await startWorkerPlatform();
});
beforeEach(() => platform.reset());
afterAll(() => platform.stop());

const runOnce = () => runWorker(platform.url, ["--once", "bulk"]);
const start = (url = platform.url) => startWorker(url, [], { WORKER_TASKS: "bulk" });

const done = async (job: string) => {
  const [row] = await sql<{ done: number }>(
    platform.database,
    "select count(*)::int as done from private.job_rows where job_id = $1 and done_at is not null",
    [job],
  );
  return row?.done ?? 0;
};

test("makes a request of each row, needs no mail server, and reports counts alone", async () => {
  const job = await sendToMany(platform, 25);
  const { code, output } = await runOnce();
  expect(code, output).toBe(0);
  expect(JSON.parse(output)).toMatchObject({
    task: "bulk",
    people: { sent: 25, failed: 0, waits: 0 },
    msg: "Done",
  });
  expect(output).not.toContain("people.example");
  expect(await madeBy(platform, job)).toEqual({ people: 25, requests: 25, invitations: 25 });
  expect(await runOnce()).toEqual({ code: 0, output: "" });
});

const timeout = scaled(180_000);
test(
  `makes one request for each of ${people} people with two workers, of which one is killed and started again`,
  { timeout },
  async () => {
    const job = await sendToMany(platform, people);
    const workers = [start(), start()];
    onTestFinished(() => {
      for (const worker of workers) worker.signal("SIGKILL");
    });
    const polling = { timeout, interval: 50 };
    await expect.poll(() => done(job), polling).toBeGreaterThan(people / 3);
    workers[0]?.signal("SIGKILL");
    await workers[0]?.ended;
    expect(await done(job)).toBeLessThan(people);
    workers.push(start());
    // All but the one that the killed worker may have claimed.
    await expect.poll(() => done(job), polling).toBeGreaterThanOrEqual(people - 1);
    await sql(platform.database, "update private.job_rows set claimed_until = now() where done_at is null");
    await expect.poll(() => done(job), polling).toBe(people);
    expect(await madeBy(platform, job)).toEqual({ people, requests: people, invitations: people });
  },
);

test("ends after the request that it is making when it is told to stop", async () => {
  const job = await sendToMany(platform, 200);
  const worker = start();
  onTestFinished(() => worker.signal("SIGKILL"));
  await expect.poll(() => done(job), { timeout: 30_000, interval: 20 }).toBeGreaterThan(0);
  worker.signal("SIGTERM");
  expect(await worker.ended).toBe(0);
  const made = await done(job);
  expect(made).toBeLessThan(200);
  expect(worker.output()).toContain('"endedBy":"signal"');
  expect(await madeBy(platform, job)).toEqual({ people: made, requests: made, invitations: made });
});

test("says once that it can't reach the platform", async () => {
  const { code, output } = await runWorker("http://127.0.0.1:9", ["--once", "bulk"]);
  expect(code).toBe(1);
  expect(JSON.parse(output)).toMatchObject({ task: "bulk", endedBy: "claim_bulk was answered with 0" });
});
