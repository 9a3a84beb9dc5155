import { describe, expect, test } from "vitest";
import { item, storedFile } from "../../data/items/item.fixtures.ts";
import { entryAt, neighbour, nextToReview, toEntries } from "./review-queue.models.ts";

const items = [
  item({ id: "i1", state: "submitted", files: [storedFile({ id: "f1" }), storedFile({ id: "f2" })] }),
  item({ id: "i2", state: "missing" }),
  item({ id: "i3", state: "accepted", files: [storedFile({ id: "f3" })] }),
  item({ id: "i4", state: "submitted", answer: { kind: "text", text: "12/345" } }),
  item({ id: "i5", state: "submitted", files: [storedFile({ id: "f5" })] }),
];
const entries = toEntries(items);
const keys = (list: readonly { key: string }[]) => list.map(({ key }) => key);

describe("what there is to look at", () => {
  test("is every file and every answer, in the order of the checklist", () => {
    expect(keys(entries)).toEqual(["f1", "f2", "f3", "answer-i4", "f5"]);
  });

  test("a file knows its place among its item's files", () => {
    expect(entries[1]).toMatchObject({ place: 2, count: 2 });
  });

  test("a note that something cannot be provided is looked at before the files that came anyway", () => {
    const both = item({
      id: "i9",
      answer: { kind: "cannot_provide", text: "Lost" },
      files: [storedFile({ id: "f9" })],
    });
    expect(keys(toEntries([both]))).toEqual(["answer-i9", "f9"]);
  });
});

describe("going from one to the next", () => {
  test("forward and back", () => {
    expect(neighbour(entries, "f2", 1)?.key).toBe("f3");
    expect(neighbour(entries, "f2", -1)?.key).toBe("f1");
  });

  test("the ends are ends, not a circle", () => {
    expect(neighbour(entries, "f1", -1)).toBeUndefined();
    expect(neighbour(entries, "f5", 1)).toBeUndefined();
  });

  test("from something that is gone there is no next", () => {
    expect(neighbour(entries, "gone", 1)).toBeUndefined();
  });
});

describe("where reviewing goes on", () => {
  test("starts at the first item that waits", () => {
    expect(nextToReview(entries)?.key).toBe("f1");
  });

  test("after a decision comes the next item that waits, past what is settled", () => {
    expect(nextToReview(entries, "i1")?.key).toBe("answer-i4");
  });

  test("after the last comes what was skipped before", () => {
    expect(nextToReview(entries, "i5")?.key).toBe("f1");
  });

  test("the item just decided does not come again, even while the page still shows it as waiting", () => {
    const only = toEntries([item({ id: "i1", state: "submitted", files: [storedFile({ id: "f1" })] })]);
    expect(nextToReview(only, "i1")).toBeUndefined();
  });
});

describe("a file taken back while it is looked at", () => {
  test("gives way to the item's first", () => {
    expect(entryAt(entries, { key: "gone", itemId: "i1" })?.key).toBe("f1");
  });

  test("leaves nothing to show when it was the only one", () => {
    expect(entryAt(entries, { key: "gone", itemId: "i2" })).toBeUndefined();
  });
});
