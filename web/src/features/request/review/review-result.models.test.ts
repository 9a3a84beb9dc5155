import { expect, test } from "vitest";
import { decisionCounts, leavesText, toldText } from "./review-result.models.ts";

test.each([
  [["accept"], "1 accepted"],
  [["accept", "accept"], "2 accepted"],
  [["return", "accept", "return"], "1 accepted, 2 returned"],
] as const)("the decisions %j are counted: %j", (decisions, text) => {
  expect(decisionCounts(decisions.map((decision) => ({ decision })))).toBe(text);
});

test.each([
  [[], "None of the recipients can be emailed: tell them yourself."],
  [["Ana"], "Ana will get one email about this, ten minutes after the first return."],
  [["Ana", "Tomás"], "Ana and Tomás will each get one email about this, ten minutes after the first return."],
])("who is told: %j", (names, text) => {
  expect(toldText(names)).toBe(text);
});

test.each([
  [[], "None of the recipients can be emailed: tell them yourself."],
  [["Ana"], "Ana will get one email about what was returned, today at 10:42."],
  [["Ana", "Tomás"], "Ana and Tomás will each get one email about what was returned, today at 10:42."],
])("what leaves when: %j", (names, text) => {
  expect(leavesText(names, "today at 10:42")).toBe(text);
});
