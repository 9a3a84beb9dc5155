import { expect, test } from "vitest";
import { entryText } from "./inbox.models.ts";

const missing = { state: "missing", isRequired: true, answer: null } as const;

test.each([
  ["open", [missing, missing], "2 items left"],
  ["open", [{ ...missing, state: "submitted" }], "Nothing is missing"],
  ["done", [{ ...missing, isRequired: false }], "Done"],
  ["paused", [missing, missing], "Paused, 2 items left"],
  ["paused", [{ ...missing, state: "submitted" }], "Paused, nothing is missing"],
  ["closed", [missing], "Closed"],
  ["cancelled", [missing], "No longer needed"],
] as const)("an entry that is %s shows the number of items left", (phase, items, text) => {
  expect(entryText({ phase, items: [...items] })).toBe(text);
});
