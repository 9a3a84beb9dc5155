import { expect, test } from "vitest";
import { fileSize } from "./file-size.models.ts";

test.each([
  [0, "0 B"],
  [830, "830 B"],
  [1024, "1 kB"],
  [123_456, "121 kB"],
  [2_200_000, "2.1 MB"],
  [20 * 1024 * 1024, "20 MB"],
  [50 * 1024 * 1024, "50 MB"],
  [5 * 1024 ** 4, "5,120 GB"],
])("%i bytes are called %s", (bytes, words) => {
  expect(fileSize(bytes, "en")).toBe(words);
});
