import { expect, test } from "vitest";
import { mayHaveThumbnail } from "./thumbnail.models.ts";

test.each([
  ["image/jpeg", 10 * 1024 * 1024, true],
  ["application/pdf", 1, true],
  ["image/jpeg", 10 * 1024 * 1024 + 1, false],
  ["image/heic", 1, true],
  ["image/tiff", 1, true],
  ["text/plain", 1, false],
])("a file of type %s with %i bytes is worth loading: %s", (mime, size, isWorth) => {
  expect(mayHaveThumbnail({ mime, size })).toBe(isWorth);
});
