import { expect, test } from "vitest";
import { item, request } from "./answer.fixtures.ts";
import { acceptHint, audienceText, phaseText, toHelpers } from "./checklist.models.ts";

test.each([
  ["open", undefined],
  ["done", undefined],
  ["paused", /paused this request\. You can read it now, and add files again once it’s resumed/],
  ["closed", /closed this request\. Nothing more is needed/],
  ["cancelled", /cancelled this request\. Nothing more is needed/],
] as const)("a request that is %s says what happens next: %s", (phase, text) => {
  const shown = phaseText(request({ phase }));
  if (text === undefined) expect(shown).toBeUndefined();
  else expect(shown).toMatch(text);
});

test.each([
  [[], 1, "Any file, up to 50 MB."],
  [["pdf"], 1, "PDF, up to 50 MB."],
  [["image"], 1, "A photo, up to 50 MB."],
  [["image", "pdf"], 1, "PDF or photo, up to 50 MB."],
  [["excel", "word", "pdf"], 3, "3 files. PDF, Word file or Excel file, up to 50 MB each."],
] as const)("an item that accepts %j, %i of them, is described as %s", (accepts, expectedFiles, text) => {
  expect(acceptHint(item({ accepts: [...accepts], expectedFiles }), 50 * 1024 * 1024)).toBe(text);
});

test("the recipient is told who else can see their files", () => {
  const nobody = { others: [], helpers: [] };
  expect(audienceText(request({ phase: "closed" }), nobody)).toContain("can see what you added.");
  expect(audienceText(request(), nobody)).toBe("Only Okafor & Lind and you can see what you add.");
  expect(audienceText(request(), { others: ["Mats Lind"], helpers: ["Sofia", "Joel", "Sofia"] })).toBe(
    "Only Okafor & Lind, Mats Lind and you can see what you add. Sofia and Joel can also see the items they were asked for.",
  );
  expect(audienceText(request({ scope: "items" }), nobody)).toBe(
    "Only Okafor & Lind, the people who have the whole request and you can see what you add.",
  );
});

test("an item knows who else was asked for it", () => {
  const people = [
    { name: "Anna", isMe: true, scope: "all" as const, itemIds: [] },
    { name: "Mats", isMe: false, scope: "items" as const, itemIds: ["i1", "i2"] },
  ];
  expect([...toHelpers(people)]).toEqual([
    ["i1", "Mats"],
    ["i2", "Mats"],
  ]);
});
