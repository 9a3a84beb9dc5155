import { expect, test } from "vitest";
import { sectionNote } from "./section-note.models.ts";

const required = true;

test.each([
  ["1 of 1 accepted", [{ state: "accepted" }]],
  ["1 of 1 accepted, 1 not needed", [{ state: "accepted" }, { state: "waived" }]],
  [
    "1 not needed, 2 optional",
    [{ state: "waived" }, { state: "missing", isRequired: false }, { state: "missing", isRequired: false }],
  ],
  ["1 of 1 required accepted, 1 optional", [{ state: "accepted" }, { state: "missing", isRequired: false }]],
  ["1 optional", [{ state: "missing", isRequired: false }]],
  ["1 to review", [{ state: "accepted" }, { state: "submitted" }]],
  [
    "1 to review, 1 returned, 2 missing, 1 optional",
    [
      { state: "missing" },
      { state: "missing", isRequired: false },
      { state: "submitted", isRequired: false },
      { state: "returned" },
      { state: "missing" },
    ],
  ],
] as const)("a section says what is open in it: %s", (text, items) => {
  expect(sectionNote(items.map((item) => ({ isRequired: required, ...item })))).toBe(text);
});
