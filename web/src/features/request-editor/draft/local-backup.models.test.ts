import { emptyDraft } from "@sheaf/contract/request-draft";
import { describe, expect, test } from "vitest";
import { parseBackup } from "./local-backup.models.ts";

describe("a local backup", () => {
  test("from an older version of the page gets the missing fields, empty", () => {
    const { message: _, ...older } = { ...emptyDraft, title: "Tax return" };
    expect(parseBackup({ draft: older, revision: 2 })).toEqual({
      draft: { ...emptyDraft, title: "Tax return" },
      revision: 2,
    });
  });

  test.each([
    ["a text", { title: 5 }],
    ["a day", { due_on: 5 }],
    ["a number of days", { due_after_days: "5" }],
    ["rows", { items: ["Passport"] }],
  ])("is ignored if it has something else in place of %s", (_, other) => {
    expect(parseBackup({ draft: { ...emptyDraft, ...other }, revision: 2 })).toBeUndefined();
  });
});
