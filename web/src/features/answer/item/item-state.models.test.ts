import { expect, test } from "vitest";
import { itemMark } from "../../../steps/items/item-mark.models.ts";
import { file, item } from "../answer.fixtures.ts";
import { itemChip, returnReasons, sentText } from "./item-state.models.ts";

const declined = { kind: "cannot_provide", text: "Lost." } as const;

test.each([
  [{}, "Missing", "missing"],
  [{ isRequired: false }, "Optional", "optional"],
  [{ state: "submitted" }, "Sent", "sent"],
  [{ state: "submitted", answer: declined }, "Can’t provide", "declined"],
  [{ state: "submitted", answer: { kind: "not_applicable", text: "" } }, "Doesn’t apply", "declined"],
  [{ state: "returned", isRequired: false }, "Returned", "returned"],
  [{ state: "returned", answer: declined }, "Returned", "returned"],
  [{ state: "accepted" }, "Accepted", "accepted"],
  [{ state: "accepted", isReceivedElsewhere: true }, "Received another way", "accepted"],
  [{ state: "waived", answer: declined }, "Not needed", "declined"],
] as const)("an item with %j is %s", (over, label, mark) => {
  expect(itemChip(item(over), "open").label).toBe(label);
  expect(itemMark(item(over))).toBe(mark);
});

const returned = file({ id: "f2", verdict: "returned", verdictReason: "Too dark." });

test.each([
  ["1 file", { files: [file()] }],
  ["1 file", { files: [file(), returned] }],
  ["1 of 3 files", { files: [file()], expectedFiles: 3 }],
  ["2 files", { files: [file(), file({ id: "f2" })], expectedFiles: 2 }],
  ["Text", { answer: { kind: "text", text: "42" } }],
  ["Answer", { answer: { kind: "date", text: "2026-11-23" } }],
  ["Can’t provide", { answer: declined }],
  ["Doesn’t apply", { answer: { kind: "not_applicable", text: "" } }],
  ["Received another way", { state: "accepted", isReceivedElsewhere: true, files: [file()] }],
  ["Not needed", { state: "waived" }],
] as const)("what was sent is put in words: %s", (text, over) => {
  expect(sentText(item(over as Partial<ReturnType<typeof item>>))).toBe(text);
});

test("a return gives its reason, or those of its files, each once", () => {
  expect(returnReasons(item({ state: "returned", reason: "Page 2 is cut off.", files: [returned] }))).toEqual(
    ["Page 2 is cut off."],
  );
  expect(returnReasons(item({ state: "returned", files: [file(), returned, returned] }))).toEqual([
    "Too dark.",
  ]);
  expect(returnReasons(item({ state: "submitted", files: [returned] }))).toEqual([]);
});

test("a missing item of a request that is over says that nothing was sent", () => {
  for (const phase of ["closed", "cancelled"] as const) {
    expect(itemChip(item({ state: "missing" }), phase).label).toBe("Not sent");
    expect(itemChip(item({ state: "accepted" }), phase).label).toBe("Accepted");
  }
});
