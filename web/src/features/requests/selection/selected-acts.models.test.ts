import { describe, expect, test } from "vitest";
import { requestSummary } from "../../../data/requests/request.fixtures.ts";
import { actLabel, actsFor, doneText, failedTitle, undoOf } from "./selected-acts.models.ts";

describe("what can be done to the selected requests", () => {
  test.each([
    ["open", { status: "open" as const }, ["duplicate", "cancel"]],
    ["a draft", { status: "draft" as const }, ["duplicate"]],
    ["done", { status: "done" as const }, ["archive", "duplicate"]],
    ["cancelled", { status: "cancelled" as const }, ["archive", "duplicate"]],
    ["archived", { status: "done" as const, isArchived: true }, ["unarchive", "duplicate"]],
  ])("when one is %s", (_, over, expected) => {
    expect(actsFor([requestSummary(over)]).map(({ act }) => act)).toEqual(expected);
  });

  test("is what at least one allows, with those that do", () => {
    const requests = [requestSummary({ id: "open" }), requestSummary({ id: "done", status: "done" })];
    expect(actsFor(requests).map(({ act, requests }) => [act, requests.map(({ id }) => id)])).toEqual([
      ["archive", ["done"]],
      ["duplicate", ["open", "done"]],
      ["cancel", ["open"]],
    ]);
  });
});

test("the texts of an act count what it is about", () => {
  expect(actLabel("Archive", 3, 3)).toBe("Archive");
  expect(actLabel("Archive", 2, 3)).toBe("Archive (2)");
  expect(doneText("archive", 1)).toBe("1 request archived");
  expect(failedTitle("cancel", 1, 3)).toBe("1 of 3 requests wasn’t cancelled");
  expect(failedTitle("unarchive", 2, 2)).toBe("2 of 2 requests weren’t taken out of the archive");
});

test("cancelling a paused request can't be undone at once, because it would be open then", () => {
  expect(undoOf("cancel", [requestSummary({})])).toBe("reopen");
  expect(undoOf("cancel", [requestSummary({}), requestSummary({ phase: "paused" })])).toBeUndefined();
});
