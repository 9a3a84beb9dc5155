import { limits } from "@sheaf/contract/limits";
import { expect, test } from "vitest";
import { tagUses } from "./tag-uses.models.ts";

test.each([
  [0, 0, null],
  [1, 0, "1 request"],
  [0, 1, "1 person"],
  [2, 3, "2 requests and 3 people"],
  [limits.counted, 0, "1,000+ requests"],
])("%i requests and %i people are %j", (requests, people, text) => {
  expect(tagUses({ requests, people })).toBe(text);
});
