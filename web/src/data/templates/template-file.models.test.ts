import { limits } from "@sheaf/contract/limits";
import { draftItem, emptyDraft, type RequestDraft } from "@sheaf/contract/request-draft";
import { describe, expect, test } from "vitest";
import { starterTemplates } from "./starter-templates.ts";
import { freeTitle, readTemplateFile, toTemplateFile } from "./template-file.models.ts";

const items = [
  draftItem("Passport", { section: "Identity", sensitive: true }),
  draftItem("Status", { kind: "choice", choices: ["Single", "Married"] }),
];

const template: RequestDraft = {
  ...emptyDraft,
  title: "Tax return",
  message: "Thank you.",
  due_on: "2026-12-01",
  due_after_days: 21,
  recipients: [{ email: "anna@lind.example", name: "Anna" }],
  items: items.map((item, index) => ({ ...item, id: `i${index}` })),
};

/** An exported file with other fields. */
const changed = (change: (file: Record<string, unknown>, items: Record<string, unknown>[]) => void) => {
  const file = JSON.parse(toTemplateFile(template)) as Record<string, unknown>;
  change(file, file["items"] as Record<string, unknown>[]);
  return JSON.stringify(file);
};

describe("a template as a file", () => {
  test("comes back as it was, without recipients, date and ids", () => {
    const content = toTemplateFile(template);
    expect(content).not.toMatch(/anna|2026-12-01|"i1"/);
    expect(readTemplateFile(content)).toEqual({
      ok: true,
      draft: { ...template, due_on: null, recipients: [], items },
    });
  });

  test.each(starterTemplates.map((starter) => [starter.title, starter] as const))(
    "%s, an example, is a valid template",
    (_, starter) => {
      expect(readTemplateFile(toTemplateFile(starter))).toEqual({ ok: true, draft: starter });
    },
  );

  test("takes a script in a title as text", () => {
    const title = "<script>alert(1)</script>";
    expect(readTemplateFile(changed((file) => (file["title"] = title)))).toMatchObject({
      draft: { title },
    });
  });
});

describe("a file that isn't a template", () => {
  const notATemplate =
    "This isn’t a Sheaf template. Choose a file that was exported from the templates page.";
  const tooMany = `A template can have up to ${limits.itemsPerRequest} items. This file has more.`;
  test.each([
    ["empty", "", notATemplate],
    ["a picture", "\u0089PNG\r\n", notATemplate],
    ["another JSON file", '{"name":"package"}', notATemplate],
    ["a list", "[]", notATemplate],
    ["null", "null", notATemplate],
    [
      "a later version",
      changed((file) => (file["version"] = 2)),
      "This file is from a different version of Sheaf and can’t be imported.",
    ],
    ["100,000 items", changed((file) => (file["items"] = Array(100_000).fill(draftItem("A")))), tooMany],
    [
      "an unknown field",
      changed((file) => (file["owner"] = "me")),
      "The file has an unknown field: “owner”.",
    ],
    [
      "an unknown field of an item",
      changed((_, items) => Object.assign(items[1] ?? {}, { status: "accepted" })),
      "Item 2: The file has an unknown field: “status”.",
    ],
    [
      "an item with an id",
      changed((_, items) => Object.assign(items[0] ?? {}, { id: "i1" })),
      "Item 1: The file has an unknown field: “id”.",
    ],
    [
      "an item without a kind",
      changed((_, items) => delete items[0]?.["kind"]),
      "Item 1: The field “kind” is missing or has the wrong type.",
    ],
    [
      "an item that is text",
      changed((file) => (file["items"] = ["Passport"])),
      "Item 1: It isn’t a checklist item.",
    ],
    ["no title", changed((file) => (file["title"] = " ")), "Enter a title."],
    [
      "an item without a title",
      changed((_, items) => Object.assign(items[1] ?? {}, { title: "" })),
      "Item 2: Enter an item title.",
    ],
    [
      "one choice",
      changed((_, items) => Object.assign(items[1] ?? {}, { choices: ["Single"] })),
      "Item 2: Add at least two choices.",
    ],
    [
      "too many days",
      changed((file) => (file["due_after_days"] = 400)),
      `“due_after_days” must be from 1 to ${limits.templateDueDays}, or null.`,
    ],
  ])("%s is rejected with its reason", (_, content, problem) => {
    expect(readTemplateFile(content)).toEqual({ ok: false, problem });
  });
});

test.each([
  ["Tax return", [], "Tax return"],
  ["Tax return", ["Tax return"], "Tax return (2)"],
  ["Tax return", ["Tax return", "Tax return (2)"], "Tax return (3)"],
  [
    "x".repeat(limits.titleLength),
    ["x".repeat(limits.titleLength)],
    `${"x".repeat(limits.titleLength - 4)} (2)`,
  ],
])("an imported template is told from those of its name: %s", (title, taken, free) => {
  expect(freeTitle(title, taken)).toBe(free);
});
