import { afterEach, describe, expect, test, vi } from "vitest";
import { filesBeingSent, whileSending } from "./sending-lock.ts";

/** Minimal Web Locks API, shared by the tabs of one browser. */
function browserLocks() {
  const held = new Set<string>();
  return {
    request: async (name: string, _: LockOptions, work: (lock: { name: string } | null) => Promise<void>) => {
      if (held.has(name)) return work(null);
      held.add(name);
      try {
        return await work({ name });
      } finally {
        held.delete(name);
      }
    },
    query: () => Promise.resolve({ held: [...held].map((name) => ({ name })) }),
  };
}

const standIn = (locks: unknown) =>
  Object.defineProperty(navigator, "locks", { configurable: true, value: locks });

afterEach(() => void Reflect.deleteProperty(navigator, "locks"));

describe("a file being uploaded", () => {
  test("can't be uploaded by another tab until it is finished", async () => {
    standIn(browserLocks());
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = whileSending("f1", () => promise);
    const work = vi.fn(() => Promise.resolve());
    await expect(whileSending("f1", work)).rejects.toMatchObject({ code: "upload.elsewhere" });
    await whileSending("f2", work);
    resolve();
    await first;
    await whileSending("f1", work);
    expect(work).toHaveBeenCalledTimes(2);
  });

  test("is known to all tabs while it is uploading", async () => {
    const locks = browserLocks();
    standIn(locks);
    const { promise, resolve } = Promise.withResolvers<void>();
    const sending = whileSending("f1", () => promise);
    void locks.request("another lock", {}, () => promise);
    expect([...(await filesBeingSent())]).toEqual(["f1"]);
    resolve();
    await sending;
    expect([...(await filesBeingSent())]).toEqual([]);
  });

  test("is released when its upload fails, and the failure is passed on", async () => {
    standIn(browserLocks());
    await expect(whileSending("f1", () => Promise.reject(new Error("cut")))).rejects.toThrow("cut");
    expect([...(await filesBeingSent())]).toEqual([]);
  });

  test("is uploaded in browsers without the Web Locks API", async () => {
    const work = vi.fn(() => Promise.resolve());
    await whileSending("f1", work);
    expect(work).toHaveBeenCalledTimes(1);
    expect([...(await filesBeingSent())]).toEqual([]);
  });
});
