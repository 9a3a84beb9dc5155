import { describe, expect, test } from "vitest";
import { contentWords, isAddress } from "./deletion.models.ts";

describe("the address typed as a confirmation", () => {
  test.each([
    ["anna@lind.example", true],
    ["  Anna@Lind.example ", true],
    ["anna@lind.exampl", false],
    ["", false],
  ])("%j: %s", (typed, expected) => expect(isAddress(typed, "anna@lind.example")).toBe(expected));

  test("of an account without one is never right", () => expect(isAddress("", "")).toBe(false));
});

test.each([
  [0, 0, "There is nothing in it."],
  [1, 0, "Its 1 request is deleted for everyone, and nobody can bring it back."],
  [3, 0, "Its 3 requests are deleted for everyone, and nobody can bring them back."],
  [
    1,
    1,
    "Its 1 request and the 1 file that people sent are deleted for everyone, and nobody can bring them back.",
  ],
  [
    3,
    12,
    "Its 3 requests and the 12 files that people sent are deleted for everyone, and nobody can bring them back.",
  ],
])("what goes with a workspace of %i requests and %i files is said", (requests, files, words) =>
  expect(contentWords({ requests, files })).toBe(words),
);
