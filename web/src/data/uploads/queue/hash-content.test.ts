import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { hashContent } from "./hash-content.ts";

const signal = new AbortController().signal;
const mebibyte = 1024 * 1024;

test.each([1, mebibyte, mebibyte + 1, 3 * mebibyte - 7])(
  "the hash of %i bytes equals the platform's own SHA-256",
  async (size) => {
    const bytes = Uint8Array.from({ length: size }, (_, index) => (index * 7) % 251);
    const expected = createHash("sha256").update(bytes).digest("hex");
    expect(await hashContent(new Blob([bytes]), { signal })).toBe(expected);
  },
);

test("aborting stops the hashing", async () => {
  const controller = new AbortController();
  const hashing = hashContent(new Blob([new Uint8Array(3 * mebibyte)]), { signal: controller.signal });
  controller.abort();
  await expect(hashing).rejects.toThrow("abort");
});
