import { createHash, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { hashContent } from "./hash-content.ts";

const signal = new AbortController().signal;
const mebibyte = 1024 * 1024;
const large = new Blob([new Uint8Array(9 * mebibyte)]);

test.each([1, mebibyte, 2 * mebibyte + 1, 8 * mebibyte, 9 * mebibyte - 7])(
  "the hash of %i bytes equals the platform's own SHA-256",
  async (size) => {
    const bytes = new Uint8Array(randomBytes(size));
    const expected = createHash("sha256").update(bytes).digest("hex");
    expect(await hashContent(new Blob([bytes]), { signal })).toBe(expected);
  },
);

test("aborting stops the hashing", async () => {
  const controller = new AbortController();
  const hashing = hashContent(large, { signal: controller.signal });
  controller.abort();
  await expect(hashing).rejects.toThrow("abort");
});

/** A worker that does with a file what the test says. */
class FakeWorker extends EventTarget {
  readonly asked: unknown[] = [];
  ended = false;
  readonly #react: (worker: FakeWorker) => void;

  constructor(react: (worker: FakeWorker) => void) {
    super();
    this.#react = react;
  }

  postMessage(content: unknown): void {
    this.asked.push(content);
    this.#react(this);
  }

  terminate(): void {
    this.ended = true;
  }

  answer(data: unknown): void {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
}

function hashBy(worker: FakeWorker, content: Blob, given: AbortSignal = signal) {
  return hashContent(content, {
    signal: given,
    startWorker: () => Promise.resolve(worker as unknown as Worker),
  });
}

test("a large file is hashed by a worker, which ends with its answer", async () => {
  const worker = new FakeWorker((asked) => asked.answer({ sha256: "abc" }));
  expect(await hashBy(worker, large)).toBe("abc");
  expect(worker).toMatchObject({ asked: [large], ended: true });
});

test("a small file needs no worker", async () => {
  const worker = new FakeWorker((asked) => asked.answer({ sha256: "abc" }));
  expect(await hashBy(worker, new Blob(["small"]))).toMatch(/^[0-9a-f]{64}$/);
  expect(worker.asked).toEqual([]);
});

test("a file that the worker can't read is refused", async () => {
  const worker = new FakeWorker((asked) => asked.answer({ failure: "NotReadableError" }));
  await expect(hashBy(worker, large)).rejects.toThrow("NotReadableError");
});

test("the page hashes by itself if the worker's script can't be loaded", async () => {
  const worker = new FakeWorker((asked) => asked.dispatchEvent(new Event("error")));
  const expected = createHash("sha256")
    .update(new Uint8Array(9 * mebibyte))
    .digest("hex");
  expect(await hashBy(worker, large)).toBe(expected);
});

test("aborting ends the worker", async () => {
  const controller = new AbortController();
  const worker = new FakeWorker(() => controller.abort());
  await expect(hashBy(worker, large, controller.signal)).rejects.toThrow("abort");
  expect(worker.ended).toBe(true);
});
