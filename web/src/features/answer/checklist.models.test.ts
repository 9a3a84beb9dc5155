import { describe, expect, test } from "vitest";
import { file, item, request } from "./answer.fixtures.ts";
import {
  acceptHint,
  answerText,
  audienceText,
  doneText,
  isOpen,
  orderItems,
  placeItems,
} from "./checklist.models.ts";

const none = new Map<string, number>();

describe("the closing text", () => {
  test("is absent while a required item is missing", () => {
    expect(doneText(request({ items: [item()] }))).toBeUndefined();
  });

  test("says who reviews the answers once everything is received", () => {
    expect(doneText(request({ items: [item({ state: "submitted" })] }))).toMatch(
      /Okafor & Lind is reviewing/,
    );
  });

  test("says that the request is done once everything is accepted", () => {
    const done = request({ status: "done", items: [item({ state: "accepted" })] });
    expect(doneText(done)).toMatch(/You’re done/);
  });
});

describe("the order of the items", () => {
  const items = [
    item({ id: "accepted", state: "accepted" }),
    item({ id: "submitted", state: "submitted" }),
    item({ id: "optional", isRequired: false }),
    item({ id: "missing" }),
    item({ id: "waived", state: "waived" }),
    item({ id: "returned", state: "returned" }),
  ];
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

  test("starts with the items that wait for the recipient", () => {
    expect(ids(orderItems(items, placeItems(none, items)))).toEqual([
      "returned",
      "missing",
      "optional",
      "submitted",
      "accepted",
      "waived",
    ]);
  });

  test("leaves an item in place when it has just been answered", () => {
    const before = [item({ id: "a" }), item({ id: "b" })];
    const places = placeItems(none, before);
    const after = [item({ id: "a", state: "submitted" }), item({ id: "b" })];
    const next = placeItems(places, after);
    expect(ids(orderItems(after, next))).toEqual(["a", "b"]);
    expect(isOpen(after[0] ?? expect.fail(), next)).toBe(true);
  });

  test("moves a returned item up", () => {
    const before = [item({ id: "a" }), item({ id: "b", state: "submitted" })];
    const after = [item({ id: "a" }), item({ id: "b", state: "returned" })];
    const places = placeItems(placeItems(none, before), after);
    expect(ids(orderItems(after, places))).toEqual(["b", "a"]);
    expect(isOpen(after[1] ?? expect.fail(), places)).toBe(true);
  });

  test("collapses an accepted item without moving it", () => {
    const places = placeItems(none, [item()]);
    expect(isOpen(item({ state: "accepted" }), places)).toBe(false);
  });

  test("collapses items answered on an earlier visit", () => {
    const sent = item({ state: "submitted" });
    expect(isOpen(sent, placeItems(none, [sent]))).toBe(false);
  });
});

test.each([
  [[], "Any file, up to 50 MB."],
  [["pdf"], "PDF, up to 50 MB."],
  [["image"], "A photo, up to 50 MB."],
  [["image", "pdf"], "PDF or photo, up to 50 MB."],
] as const)("an item that accepts %j is described as %s", (accepts, text) => {
  expect(acceptHint(accepts, 50 * 1024 * 1024)).toBe(text);
});

test.each([
  [{ files: [file()] }, "1 file"],
  [{ files: [file(), file({ id: "f2" })] }, "2 files"],
  [{ answer: { kind: "text", text: "42" } }, "answered"],
  [{ answer: { kind: "not_applicable", text: "" } }, "doesn’t apply"],
  [{ answer: { kind: "cannot_provide", text: "" } }, "can’t be provided"],
  [{}, ""],
] as const)("a collapsed item with %j shows %j", (over, text) => {
  expect(answerText(item(over as Partial<ReturnType<typeof item>>))).toBe(text);
});

test("the recipient is told who else can see their files", () => {
  expect(audienceText("Okafor & Lind", [])).toBe("Only Okafor & Lind and you can see what you add.");
  expect(audienceText("Okafor & Lind", ["Mats Lind"])).toBe(
    "Only Okafor & Lind, Mats Lind and you can see what you add.",
  );
});
