import { describe, expect, test } from "vitest";
import { requestSummary } from "../../../data/requests/request.fixtures.ts";
import {
  actLabel,
  actsFor,
  changeOf,
  doneText,
  failedTitle,
  needsConfirming,
  type SelectedAct,
  undoOf,
} from "./selected-acts.models.ts";

describe("what can be done to the selected requests", () => {
  test.each([
    ["open", { status: "open" as const }, ["remind", "duplicate", "close", "cancel"]],
    ["paused", { phase: "paused" as const }, ["duplicate", "close", "cancel"]],
    ["a draft", { status: "draft" as const, phase: "draft" as const }, ["duplicate"]],
    ["done", { status: "done" as const, phase: "done" as const }, ["archive", "duplicate"]],
    ["cancelled", { status: "cancelled" as const, phase: "cancelled" as const }, ["archive", "duplicate"]],
    [
      "archived",
      { status: "done" as const, phase: "done" as const, isArchived: true },
      ["unarchive", "duplicate"],
    ],
  ])("when one is %s", (_, over, expected) => {
    expect(actsFor([requestSummary(over)]).map(({ act }) => act)).toEqual(expected);
  });

  test("is what at least one allows, with those that do", () => {
    const requests = [
      requestSummary({ id: "open" }),
      requestSummary({ id: "done", status: "done", phase: "done" }),
    ];
    expect(actsFor(requests).map(({ act, requests }) => [act, requests.map(({ id }) => id)])).toEqual([
      ["remind", ["open"]],
      ["archive", ["done"]],
      ["duplicate", ["open", "done"]],
      ["close", ["open"]],
      ["cancel", ["open"]],
    ]);
  });
});

test.each([
  ["remind", 1, true],
  ["close", 1, true],
  ["duplicate", 1, false],
  ["duplicate", 2, true],
  ["archive", 9, false],
] as const)("“%s” for %i requests asks first: %s", (act, count, asks) => {
  expect(needsConfirming(act, count)).toBe(asks);
});

test("the texts of an act count what it is about", () => {
  expect(actLabel("Archive", 3, 3)).toBe("Archive");
  expect(actLabel("Archive", 2, 3)).toBe("Archive (2)");
  expect(doneText({ kind: "archive" }, 1)).toBe("1 request archived");
  expect(doneText({ kind: "assign", assigneeId: null, name: "" }, 2)).toBe("2 requests assigned to nobody");
  expect(doneText({ kind: "due", dueOn: null }, 1)).toBe("Due date removed from 1 request");
  expect(failedTitle({ kind: "due", dueOn: null }, 2, 3)).toBe(
    "The due date of 2 of 3 requests wasn’t removed",
  );
  expect(failedTitle({ kind: "due", dueOn: "2030-12-05" }, 1, 3)).toMatch(
    /^1 of 3 requests wasn’t given the due date .+2030$/,
  );
  expect(failedTitle({ kind: "cancel" }, 1, 3)).toBe("1 of 3 requests wasn’t cancelled");
  expect(failedTitle(tagging, 2, 2)).toBe("2 of 2 requests weren’t tagged “Private client”");
});

const tag = { id: "t1", name: "Private client" };
const tagging: SelectedAct = { kind: "tag", tag, isTagged: true };
const changed = (id: string, result?: string | boolean | null) => ({
  request: requestSummary({ id }),
  result,
});

describe("undoing an act", () => {
  test("that ended a paused request isn’t offered, because it would be open then", () => {
    const paused = { request: requestSummary({ phase: "paused" }), result: undefined };
    expect(undoOf({ kind: "cancel" }, [changed("r1")])).toEqual({ kind: "reopen" });
    expect(undoOf({ kind: "cancel" }, [changed("r1"), paused])).toBeUndefined();
    expect(undoOf({ kind: "close" }, [paused])).toBeUndefined();
  });

  test("gives each request back to its previous assignee", () => {
    const assigning: SelectedAct = { kind: "assign", assigneeId: "u1", name: "Idris Lind" };
    const undo = undoOf(assigning, [changed("r1", "u2"), changed("r2", null), changed("r3", "u1")]);
    expect(["r1", "r2", "r3"].map((id) => undo && changeOf(undo, requestSummary({ id })))).toEqual([
      { kind: "assign", assigneeId: "u2" },
      { kind: "assign", assigneeId: null },
      undefined,
    ]);
    expect(undoOf(assigning, [changed("r3", "u1")])).toBeUndefined();
  });

  test("takes a tag off those alone that hadn’t had it", () => {
    const undo = undoOf(tagging, [changed("r1", true), changed("r2", false)]);
    expect(["r1", "r2"].map((id) => undo && changeOf(undo, requestSummary({ id })))).toEqual([
      { kind: "tag", tagId: "t1", isTagged: false },
      undefined,
    ]);
    expect(undoOf({ kind: "remind" }, [changed("r1")])).toBeUndefined();
  });

  test("gives each request its due date back, unless a colleague has changed it since", () => {
    const setting: SelectedAct = { kind: "due", dueOn: "2030-12-05" };
    const before = (id: string, dueOn: string | null, result: boolean) => ({
      request: requestSummary({ id, dueOn }),
      result,
    });
    const undo = undoOf(setting, [
      before("r1", "2030-12-01", true),
      before("r2", null, true),
      before("r3", "2030-12-05", false),
    ]);
    expect(["r1", "r2", "r3"].map((id) => undo && changeOf(undo, requestSummary({ id })))).toEqual([
      { kind: "due", dueOn: "2030-12-01", former: "2030-12-05" },
      { kind: "due", dueOn: null, former: "2030-12-05" },
      undefined,
    ]);
  });
});
