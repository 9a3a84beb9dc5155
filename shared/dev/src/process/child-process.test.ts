import process from "node:process";
import { expect, test } from "vitest";
import { type Child, startChild, startChildAfter } from "./child-process.ts";

/** Says so once it runs, then waits. */
function startWaiting(onLine: (line: string) => void): Child {
  const program = "console.log('running'); setInterval(() => {}, 1000)";
  const { execPath: command, env } = process;
  return startChild({ name: "waiting", command, args: ["--eval", program], cwd: ".", env, onLine });
}

test("a child that waits for another is started after it, and stopped", async () => {
  const before = Promise.withResolvers<void>();
  const running = Promise.withResolvers<string>();
  const child = startChildAfter("waiting", before.promise, () => startWaiting(running.resolve));
  expect(child.pid).toBeUndefined();
  before.resolve();
  expect(await running.promise).toBe("running");
  expect(child.pid).toBeGreaterThan(0);
  await child.stop();
  expect(await child.ended).toBe("ended by SIGTERM");
});

test("a child that is stopped while it waits is never started", async () => {
  const before = Promise.withResolvers<void>();
  let starts = 0;
  const child = startChildAfter("waiting", before.promise, () => {
    starts += 1;
    return startWaiting(() => {});
  });
  await child.stop();
  before.resolve();
  await before.promise;
  expect([starts, child.pid]).toEqual([0, undefined]);
  expect(await child.ended).toBe("was stopped before it started");
});

test("what a child waits for is stopped with it if it is of no other use", async () => {
  const running = Promise.withResolvers<string>();
  const first = startWaiting(running.resolve);
  await running.promise;
  const second = startChildAfter(
    "waiting",
    first.ended,
    () => startWaiting(() => {}),
    () => first.stop(),
  );
  await second.stop();
  expect(await first.ended).toBe("ended by SIGTERM");
  expect(second.pid).toBeUndefined();
});

test("a child is not started if what it waits for fails", async () => {
  const before = Promise.withResolvers<void>();
  let starts = 0;
  startChildAfter("waiting", before.promise, () => {
    starts += 1;
    return startWaiting(() => {});
  });
  before.reject(new Error("The platform ended"));
  await expect(before.promise).rejects.toThrow("The platform ended");
  expect(starts).toBe(0);
});
