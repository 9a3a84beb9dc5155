import { draftItem, emptyDraft, type RequestDraft } from "@sheaf/contract/request-draft";
import { describe, expect, test } from "vitest";
import { conflictsOf } from "./conflict.models.ts";
import { toChange, withKnownIds } from "./draft/changes.models.ts";

const item = (id: string | undefined, title: string) => draftItem(title, { id });
const saved: RequestDraft = {
  ...emptyDraft,
  title: "Tax return",
  items: [item("a", "Passport")],
};

describe("two edits of one request", () => {
  test("conflict in a field that both have changed, with both texts", () => {
    expect(
      conflictsOf({
        saved,
        mine: { ...saved, title: "Mine", message: "Hello" },
        theirs: { ...saved, title: "Theirs", due_on: "2026-11-27" },
      }),
    ).toEqual([{ field: "Title", theirs: "Theirs", mine: "Mine" }]);
  });

  test("conflict in the checklist when both have changed an item's instructions", () => {
    const worded = (instructions: string) => ({
      ...saved,
      items: [{ ...item("a", "Passport"), instructions }],
    });
    const conflicts = conflictsOf({ saved, mine: worded("Both sides"), theirs: worded("Front only") });
    expect(conflicts.map(({ field }) => field)).toEqual(["Checklist"]);
  });

  test("don't conflict when both have made the same change", () => {
    const same = { ...saved, title: "Taxes" };
    expect(conflictsOf({ saved, mine: same, theirs: same })).toEqual([]);
  });

  test("don't conflict when only one side has changed a field", () => {
    expect(
      conflictsOf({ saved, mine: { ...saved, title: "Mine" }, theirs: { ...saved, message: "Hi" } }),
    ).toEqual([]);
  });
});

describe("the change that is saved", () => {
  test("has only fields that differ", () => {
    expect(toChange(saved, { ...saved, title: "Mine", recipients: [...saved.recipients] })).toEqual({
      title: "Mine",
    });
  });

  test("adds an item again that was removed by someone else", () => {
    const change = withKnownIds({ items: [item("a", "Passport"), item("b", "Lease")] }, saved);
    expect(change.items?.map(({ id }) => id)).toEqual(["a", undefined]);
  });
});
