import { expect, test } from "vitest";
import { entryWords } from "./inbox.models.ts";

const missing = { state: "missing", isRequired: true } as const;

test.each([
  ["open", [missing, missing], "2 things left"],
  ["open", [{ ...missing, state: "submitted" }], "Nothing is missing"],
  ["done", [{ ...missing, isRequired: false }], "Done"],
  ["cancelled", [missing], "No longer needed"],
] as const)("a request that is %s says what is left of it", (status, items, words) => {
  expect(entryWords({ status, items: [...items] })).toBe(words);
});
