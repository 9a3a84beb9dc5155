import { expect, test } from "vitest";
import { takeTurns } from "./take-turns.ts";

const signal = new AbortController().signal;

test("no more tasks run at a time than allowed, in their order, and a failed one makes room", async () => {
  const inTurn = takeTurns(2);
  const started: string[] = [];
  const task = (name: string) => {
    const end = Promise.withResolvers<string>();
    const run = () => {
      started.push(name);
      return end.promise;
    };
    return { end, result: inTurn(signal, run) };
  };
  const [a, b, c, d] = ["a", "b", "c", "d"].map(task);
  if (!a || !b || !c || !d) throw new Error("missing task");
  expect(started).toEqual(["a", "b"]);
  b.end.reject(new Error("broken"));
  await expect(b.result).rejects.toThrow("broken");
  expect(started).toEqual(["a", "b", "c"]);
  a.end.resolve("done");
  expect(await a.result).toBe("done");
  expect(started).toEqual(["a", "b", "c", "d"]);
  c.end.resolve("");
  d.end.resolve("");
  await Promise.all([c.result, d.result]);
});

test("a task that is aborted while it waits never starts", async () => {
  const inTurn = takeTurns(1);
  const first = Promise.withResolvers<undefined>();
  const running = inTurn(signal, () => first.promise);
  const leaving = new AbortController();
  let hasStarted = false;
  const waiting = inTurn(leaving.signal, async () => {
    hasStarted = true;
  });
  leaving.abort(new Error("left"));
  first.resolve(undefined);
  await running;
  await expect(waiting).rejects.toThrow("left");
  expect(hasStarted).toBe(false);
});
