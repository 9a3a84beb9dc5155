import { expect, test } from "vitest";
import { entryText } from "./inbox.models.ts";

const missing = { state: "missing", isRequired: true } as const;

test.each([
  ["open", [missing, missing], "2 items left"],
  ["open", [{ ...missing, state: "submitted" }], "Nothing is missing"],
  ["done", [{ ...missing, isRequired: false }], "Done"],
  ["cancelled", [missing], "No longer needed"],
] as const)("an entry that is %s shows the number of items left", (status, items, text) => {
  expect(entryText({ status, items: [...items] })).toBe(text);
});
