import type { Platform } from "@sheaf/platform";
import { scaled } from "@sheaf/testing/scaled";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { sql } from "../../testing/fill-outbox.ts";
import { repeatRequests, sentAgain } from "../../testing/repeat-requests.ts";
import { startWorkerPlatform } from "../../testing/start-platform.ts";
import { runWorker, startWorker } from "../../testing/start-worker.ts";

let platform: Platform;
beforeAll(async () => {
  platform = await startWorkerPlatform();
});
beforeEach(() => platform.reset());
afterAll(() => platform.stop());

const runOnce = () => runWorker(platform.url, ["--once", "recurring"]);
const start = () => startWorker(platform.url, [], { WORKER_TASKS: "recurring" });

const all = (count: number) => ({ titles: count, requests: 2 * count, invitations: count });
const done = async (workspace: string) => (await sentAgain(platform, workspace)).invitations;

test("sends each request again, needs no mail server, and reports counts alone", async () => {
  const workspace = await repeatRequests(platform, 5);
  const { code, output } = await runOnce();
  expect(code, output).toBe(0);
  expect(JSON.parse(output)).toMatchObject({
    task: "recurring",
    requests: { sent: 5, failed: 0, waits: 0 },
    msg: "Done",
  });
  expect(output).not.toContain("people.example");
  expect(await sentAgain(platform, workspace)).toEqual(all(5));
  expect(await runOnce()).toEqual({ code: 0, output: "" });
});

test(
  "makes one request of each with two workers, of which one is killed and started again",
  { timeout: scaled(120_000) },
  async () => {
    // Enough for a worker to die in the middle.
    const count = 60;
    const workspace = await repeatRequests(platform, count);
    const workers = [start(), start()];
    onTestFinished(() => {
      for (const worker of workers) worker.signal("SIGKILL");
    });
    const polling = { timeout: scaled(60_000), interval: 20 };
    await expect.poll(() => done(workspace), polling).toBeGreaterThan(10);
    workers[0]?.signal("SIGKILL");
    await workers[0]?.ended;
    expect(await done(workspace)).toBeLessThan(count);
    workers.push(start());
    // All but the one that the killed worker may have claimed.
    await expect.poll(() => done(workspace), polling).toBeGreaterThanOrEqual(count - 1);
    await sql(
      platform.database,
      "update private.repeats set claimed_until = now() where claimed_until > now()",
    );
    await expect.poll(() => done(workspace), polling).toBe(count);
    expect(await runOnce()).toEqual({ code: 0, output: "" });
    expect(await sentAgain(platform, workspace)).toEqual(all(count));
  },
);

test("ends after the request that it is making when it is told to stop", async () => {
  const workspace = await repeatRequests(platform, 30);
  const worker = start();
  onTestFinished(() => worker.signal("SIGKILL"));
  await expect.poll(() => done(workspace), { timeout: 30_000, interval: 20 }).toBeGreaterThan(0);
  worker.signal("SIGTERM");
  expect(await worker.ended).toBe(0);
  const made = await done(workspace);
  expect(made).toBeLessThan(30);
  expect(worker.output()).toContain('"endedBy":"signal"');
  expect(await sentAgain(platform, workspace)).toEqual({
    titles: 30,
    requests: 30 + made,
    invitations: made,
  });
});

test("says once that it can't reach the platform", async () => {
  const { code, output } = await runWorker("http://127.0.0.1:9", ["--once", "recurring"]);
  expect(code).toBe(1);
  expect(JSON.parse(output)).toMatchObject({
    task: "recurring",
    endedBy: "claim_repeats was answered with 0",
  });
});
