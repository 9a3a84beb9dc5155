import { answerKinds } from "@sheaf/contract/states";
import { expect, test } from "vitest";
import { toItem, toItems, type ItemRow } from "./item.models.ts";

const row = (over: Partial<ItemRow> = {}): ItemRow => ({
  id: "i1",
  request_id: "r1",
  workspace_id: "w1",
  position: 1,
  title: "Payslips",
  instructions: "",
  kind: "file",
  required: true,
  accepts: ["pdf"],
  choices: [],
  multiple: false,
  section: "",
  expected_files: 1,
  sensitive: false,
  status: "missing",
  received_elsewhere: false,
  answer: null,
  answer_kind: null,
  reason: null,
  revision: 0,
  decided_at: null,
  answer_erased_at: null,
  files: [],
  item_examples: [],
  questions: [],
  notes: [],
  ...over,
});

test("items are in the order of the checklist", () => {
  const rows = [row({ id: "i2", position: 2 }), row({ id: "i10", position: 10 }), row({ id: "i1" })];
  expect(toItems(rows).map((item) => item.id)).toEqual(["i1", "i2", "i10"]);
});

test("an unanswered item has no answer rather than an empty one", () => {
  expect(toItem(row())).toMatchObject({ answer: null, reason: "", isDecided: false });
});

test.each(answerKinds)("an answer of kind %s includes its text", (kind) => {
  expect(toItem(row({ answer_kind: kind, answer: "We moved in May." })).answer).toEqual({
    kind,
    text: "We moved in May.",
  });
});

test("a decision is recognised by its time, not by the item's state", () => {
  expect(
    toItem(row({ status: "returned", reason: "Page 2 is cut off.", decided_at: "2026-11-20T10:00:00Z" })),
  ).toMatchObject({
    state: "returned",
    reason: "Page 2 is cut off.",
    isDecided: true,
  });
});
