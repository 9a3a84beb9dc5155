import { afterEach, expect, test, vi } from "vitest";
import { formatBytes, formatSize } from "./format-size.ts";

test.each([
  [0, "0 B"],
  [830, "830 B"],
  [1024, "1 kB"],
  [123_456, "121 kB"],
  [2_202_010, "2.1 MB"],
  [20 * 1024 * 1024, "20 MB"],
  [3 * 1024 ** 3, "3 GB"],
  [5 * 1024 ** 4, "5,120 GB"],
])("%i bytes read as %s", (bytes, text) => {
  expect(formatSize(bytes, "en-GB")).toBe(text);
});

afterEach(() => vi.unstubAllGlobals());

test("a size keeps its order within a right-to-left sentence", () => {
  vi.stubGlobal("document", { dir: "rtl" });
  expect(formatSize(2_202_010, "en-GB")).toBe("\u20662.1 MB\u2069");
});

test.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [148_204, "148,204 bytes"],
])("%i exactly are %s", (bytes, text) => {
  expect(formatBytes(bytes, "en-GB")).toBe(text);
});
