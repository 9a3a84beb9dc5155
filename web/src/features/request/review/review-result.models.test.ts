import { expect, test } from "vitest";
import { resultText } from "./review-result.models.ts";

test.each([
  [["accept"], "Nothing left to review."],
  [["accept", "accept"], "Nothing left to review: 2 accepted."],
  [["return", "accept", "return"], "Nothing left to review: 1 accepted, 2 returned."],
] as const)("a review that made the decisions %j ends with %j", (decisions, text) => {
  expect(resultText(decisions.map((decision) => ({ decision })))).toBe(text);
});
