import { expect, test } from "vitest";
import { parseRange } from "./range.ts";

test.each([
  ["bytes=0-3", { start: 0, end: 3 }],
  ["bytes=4-", { start: 4, end: 9 }],
  ["bytes=-2", { start: 8, end: 9 }],
  ["bytes=-50", { start: 0, end: 9 }],
  ["bytes=8-50", { start: 8, end: 9 }],
  [" bytes=9-9 ", { start: 9, end: 9 }],
])("a reader who asks for %s of ten bytes gets that part", (header, range) => {
  expect(parseRange(header, 10)).toEqual(range);
});

test.each(["bytes=10-", "bytes=5-4", "bytes=-0", "bytes=-", "bytes=0-1,3-4", "lines=0-1", "bytes=a-b", ""])(
  "%j is refused as a range of ten bytes, not guessed at",
  (header) => {
    expect(() => parseRange(header, 10)).toThrow("invalid range provided");
  },
);

test("an empty file has no valid range", () => {
  expect(() => parseRange("bytes=0-", 0)).toThrow("invalid range provided");
});
