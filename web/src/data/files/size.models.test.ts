import { expect, test } from "vitest";
import { sizeWords } from "./size.models.ts";

test.each([
  [0, "0 B"],
  [830, "830 B"],
  [2048, "2 kB"],
  [2_202_010, "2.1 MB"],
  [50 * 1024 * 1024, "50 MB"],
  [3 * 1024 ** 3, "3 GB"],
])("%i bytes read as %s", (bytes, words) => {
  expect(sizeWords(bytes, "en-GB")).toBe(words);
});
