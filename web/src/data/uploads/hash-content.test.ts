import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { hashContent } from "./hash-content.ts";

const signal = new AbortController().signal;

test("the hash is the one every other tool computes", async () => {
  const bytes = Uint8Array.from({ length: 300_001 }, (_, index) => (index * 7) % 251);
  const expected = createHash("sha256").update(bytes).digest("hex");
  expect(await hashContent(new Blob([bytes]), { signal })).toBe(expected);
});

test("the person sees it advance to the last byte", async () => {
  const seen: number[] = [];
  await hashContent(new Blob([new Uint8Array(200_000)]), { signal, onBytes: (loaded) => seen.push(loaded) });
  expect(seen.at(-1)).toBe(200_000);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
});

test("stopping it stops it", async () => {
  const controller = new AbortController();
  const hashing = hashContent(new Blob([new Uint8Array(1_000_000)]), {
    signal: controller.signal,
    onBytes: () => controller.abort(),
  });
  await expect(hashing).rejects.toThrow("abort");
});
