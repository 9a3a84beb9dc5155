import { expect, test } from "vitest";
import { asksFor } from "./item-words.models.ts";

test.each([
  ["file", [], ""],
  ["file", ["pdf"], "PDF only."],
  ["file", ["image"], "Image only."],
  ["file", ["image", "pdf"], "PDF or image only."],
  ["text", [], "A written answer."],
] as const)("a line of kind %s that takes %j says %j", (kind, accepts, words) => {
  expect(asksFor({ kind, accepts: [...accepts] })).toBe(words);
});
