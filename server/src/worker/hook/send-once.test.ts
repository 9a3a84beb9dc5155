import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSendOnce } from "./send-once.ts";

beforeEach(() => void vi.useFakeTimers({ now: 0, toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

function counting() {
  let count = 0;
  const once = createSendOnce<string>({ keepMs: 1_000, isDone: (result) => result !== "failed" });
  const send = (key: string, result = "sent") =>
    once(key, () => {
      count += 1;
      return result === "throws" ? Promise.reject(new Error("No")) : Promise.resolve(result);
    });
  return { send, count: () => count };
}

test("what was done is not done again while it is remembered, also not at the same time", async () => {
  const { send, count } = counting();
  expect(await Promise.all([send("a"), send("a"), send("b")])).toEqual(["sent", "sent", "sent"]);
  expect(count()).toBe(2);
  vi.setSystemTime(999);
  await send("a");
  expect(count()).toBe(2);
  vi.setSystemTime(1_000);
  await send("a");
  expect(count()).toBe(3);
});

test("what failed may be tried again", async () => {
  const { send, count } = counting();
  expect(await send("a", "failed")).toBe("failed");
  await expect(send("a", "throws")).rejects.toThrow("No");
  expect(await send("a")).toBe("sent");
  expect(count()).toBe(3);
});

test("the oldest is forgotten when there are too many", async () => {
  const { send, count } = counting();
  for (let key = 0; key < 10_001; key += 1) await send(String(key));
  await send("10000");
  expect(count()).toBe(10_001);
  await send("0");
  expect(count()).toBe(10_002);
});
