import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { limits } from "./limits.ts";
import { draftItem, RequestDraft } from "./request-draft.ts";

const item = draftItem("Payslip");
const inSections = (count: number) => Array.from({ length: count }, (_, n) => ({ ...item, section: `${n}` }));
const draft = {
  title: " Tax return ",
  message: "",
  due_on: "2026-11-27",
  recipients: [{ email: " Anna@Lind.example ", name: "" }],
  items: [item],
};

describe("a draft request", () => {
  test("is trimmed, and its addresses are lower-cased", () => {
    const parsed = v.parse(RequestDraft, draft);
    expect(parsed.title).toBe("Tax return");
    expect(parsed.recipients[0]?.email).toBe("anna@lind.example");
  });

  test("may have 20 sections besides items without one", () => {
    const items = [item, ...inSections(limits.sectionsPerRequest)];
    expect(v.safeParse(RequestDraft, { ...draft, items }).success).toBe(true);
  });

  test.each([
    ["a title of spaces", { ...draft, title: "   " }, "title"],
    ["a title of 161 characters", { ...draft, title: "a".repeat(limits.titleLength + 1) }, "title"],
    ["a word in place of an address", { ...draft, recipients: [{ email: "anna", name: "" }] }, "recipients"],
    ["a date that doesn’t exist", { ...draft, due_on: "next week" }, "due_on"],
    [
      "101 items",
      { ...draft, items: Array.from({ length: limits.itemsPerRequest + 1 }, () => item) },
      "items",
    ],
    ["21 sections", { ...draft, items: inSections(limits.sectionsPerRequest + 1) }, "items"],
    ["0 files", { ...draft, items: [{ ...item, expected_files: 0 }] }, "items"],
    ["51 files", { ...draft, items: [{ ...item, expected_files: limits.filesPerItem + 1 }] }, "items"],
    ["no number of files", { ...draft, items: [{ ...item, expected_files: NaN }] }, "items"],
  ])("is refused for %s, naming the field", (_, input, field) => {
    const result = v.safeParse(RequestDraft, input);
    expect(result.issues?.[0]?.path?.[0]?.key).toBe(field);
  });
});
