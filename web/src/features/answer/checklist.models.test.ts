import { describe, expect, test } from "vitest";
import { file, item, request } from "./answer.fixtures.ts";
import {
  acceptHint,
  answerWords,
  audienceWords,
  doneWords,
  isOpen,
  orderItems,
  placeItems,
} from "./checklist.models.ts";

const none = new Map<string, number>();

describe("the end", () => {
  test("nothing promises an end while something is missing", () => {
    expect(doneWords(request({ items: [item()] }))).toBeUndefined();
  });

  test("once everything is in, it says who looks at it", () => {
    expect(doneWords(request({ items: [item({ state: "submitted" })] }))).toMatch(/Okafor & Lind looks at/);
  });

  test("once everything is accepted, the person is done", () => {
    const done = request({ status: "done", items: [item({ state: "accepted" })] });
    expect(doneWords(done)).toMatch(/You are done/);
  });
});

describe("the order of the list", () => {
  const items = [
    item({ id: "accepted", state: "accepted" }),
    item({ id: "submitted", state: "submitted" }),
    item({ id: "optional", isRequired: false }),
    item({ id: "missing" }),
    item({ id: "waived", state: "waived" }),
    item({ id: "returned", state: "returned" }),
  ];
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

  test("puts what waits for the person first", () => {
    expect(ids(orderItems(items, placeItems(none, items)))).toEqual([
      "returned",
      "missing",
      "optional",
      "submitted",
      "accepted",
      "waived",
    ]);
  });

  test("does not pull an item away from under the hands that have just answered it", () => {
    const before = [item({ id: "a" }), item({ id: "b" })];
    const places = placeItems(none, before);
    const after = [item({ id: "a", state: "submitted" }), item({ id: "b" })];
    const next = placeItems(places, after);
    expect(ids(orderItems(after, next))).toEqual(["a", "b"]);
    expect(isOpen(after[0] ?? expect.fail(), next)).toBe(true);
  });

  test("moves an item up when it comes back", () => {
    const before = [item({ id: "a" }), item({ id: "b", state: "submitted" })];
    const after = [item({ id: "a" }), item({ id: "b", state: "returned" })];
    const places = placeItems(placeItems(none, before), after);
    expect(ids(orderItems(after, places))).toEqual(["b", "a"]);
    expect(isOpen(after[1] ?? expect.fail(), places)).toBe(true);
  });

  test("folds an item up once it is accepted, wherever it stands", () => {
    const places = placeItems(none, [item()]);
    expect(isOpen(item({ state: "accepted" }), places)).toBe(false);
  });

  test("keeps what was sent on an earlier visit folded", () => {
    const sent = item({ state: "submitted" });
    expect(isOpen(sent, placeItems(none, [sent]))).toBe(false);
  });
});

test.each([
  [[], "Any file, up to 50 MB."],
  [["pdf"], "PDF, up to 50 MB."],
  [["image"], "A photo, up to 50 MB."],
  [["image", "pdf"], "PDF or photo, up to 50 MB."],
] as const)("an item that takes %j says %s", (accepts, words) => {
  expect(acceptHint(accepts, 50 * 1024 * 1024)).toBe(words);
});

test.each([
  [{ files: [file()] }, "1 file"],
  [{ files: [file(), file({ id: "f2" })] }, "2 files"],
  [{ answer: { kind: "text", text: "42" } }, "answered"],
  [{ answer: { kind: "not_applicable", text: "" } }, "does not apply"],
  [{ answer: { kind: "cannot_provide", text: "" } }, "cannot be provided"],
  [{}, ""],
] as const)("a folded item with %j says %j", (over, words) => {
  expect(answerWords(item(over as Partial<ReturnType<typeof item>>))).toBe(words);
});

test("people are told who else sees what they add", () => {
  expect(audienceWords("Okafor & Lind", [])).toBe("Only Okafor & Lind and you can see what you add.");
  expect(audienceWords("Okafor & Lind", ["Mats Lind"])).toBe(
    "Only Okafor & Lind, Mats Lind and you can see what you add.",
  );
});
