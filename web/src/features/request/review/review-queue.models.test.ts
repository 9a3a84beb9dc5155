import { describe, expect, test } from "vitest";
import { item, storedFile } from "../../../data/items/item.fixtures.ts";
import { filesToDecide } from "./verdicts.models.ts";
import {
  entryAt,
  filesAhead,
  itemPlace,
  neighbour,
  nextToReview,
  toEntries,
  unopenedFiles,
} from "./review-queue.models.ts";

const items = [
  item({ id: "i1", state: "submitted", files: [storedFile({ id: "f1" }), storedFile({ id: "f2" })] }),
  item({ id: "i2", state: "missing" }),
  item({ id: "i3", state: "accepted", files: [storedFile({ id: "f3" })] }),
  item({ id: "i4", state: "submitted", answer: { kind: "text", text: "12/345" } }),
  item({ id: "i5", state: "submitted", files: [storedFile({ id: "f5" })] }),
];
const entries = toEntries(items);
const keys = (list: readonly { key: string }[]) => list.map(({ key }) => key);

describe("the review queue", () => {
  test("contains every file and written answer in checklist order", () => {
    expect(keys(entries)).toEqual(["f1", "f2", "f3", "answer-i4", "f5"]);
  });

  test("has each file's position among its item's files", () => {
    expect(entries[1]).toMatchObject({ place: 2, count: 2 });
  });

  test("has each item's position among those with something to look at", () => {
    expect(entries.map((entry) => itemPlace(entries, entry))).toEqual([
      "item 1 of 4",
      "item 1 of 4",
      "item 2 of 4",
      "item 3 of 4",
      "item 4 of 4",
    ]);
    const [only] = entries;
    expect(only && itemPlace([only], only)).toBe("");
  });

  test("has a written answer before the item's files", () => {
    const both = item({
      id: "i9",
      answer: { kind: "cannot_provide", text: "Lost" },
      files: [storedFile({ id: "f9" })],
    });
    expect(keys(toEntries([both]))).toEqual(["answer-i9", "f9"]);
  });
});

describe("navigation", () => {
  test("goes forward and back", () => {
    expect(neighbour(entries, "f2", 1)?.key).toBe("f3");
    expect(neighbour(entries, "f2", -1)?.key).toBe("f1");
  });

  test("stops at either end", () => {
    expect(neighbour(entries, "f1", -1)).toBeUndefined();
    expect(neighbour(entries, "f5", 1)).toBeUndefined();
  });

  test("has no next entry after a removed one", () => {
    expect(neighbour(entries, "gone", 1)).toBeUndefined();
  });
});

describe("files ahead", () => {
  const aheadOf = (key: string, list = entries) => {
    const entry = list.find((each) => each.key === key);
    return entry && filesAhead(list, entry).map(({ id }) => id);
  };

  test("are the next one and the one that a decision leads to", () => {
    expect(aheadOf("f1")).toEqual(["f2"]);
    expect(aheadOf("f5")).toEqual(["f1"]);
    expect(aheadOf("answer-i4")).toEqual(["f5"]);
  });

  test("are none at the end of a review", () => {
    expect(aheadOf("f3", toEntries([item({ id: "i3", files: [storedFile({ id: "f3" })] })]))).toEqual([]);
  });

  test("leave out large ones", () => {
    const large = storedFile({ id: "f2", size: 10 * 1024 * 1024 + 1 });
    const files = [storedFile({ id: "f1" }), large];
    expect(aheadOf("f1", toEntries([item({ state: "submitted", files })]))).toEqual([]);
  });
});

describe("the next entry to review", () => {
  test("is the first item that waits for review", () => {
    expect(nextToReview(entries)?.key).toBe("f1");
  });

  test("after a decision skips decided items", () => {
    expect(nextToReview(entries, "i1")?.key).toBe("answer-i4");
  });

  test("after the last item starts again at skipped ones", () => {
    expect(nextToReview(entries, "i5")?.key).toBe("f1");
  });

  test("is never the item just decided, even while the page still shows it as waiting", () => {
    const only = toEntries([item({ id: "i1", state: "submitted", files: [storedFile({ id: "f1" })] })]);
    expect(nextToReview(only, "i1")).toBeUndefined();
  });
});

describe("a file that is set aside", () => {
  const damaged = storedFile({ id: "f1", name: "a.pdf", isSetAside: true });
  const whole = storedFile({ id: "f2", name: "b.pdf" });
  const both = item({ id: "i1", state: "submitted", files: [damaged, whole] });

  test("stays in the queue, where it can be put back", () => {
    expect(keys(toEntries([both]))).toEqual(["f1", "f2"]);
  });

  test("isn't the first one to review, unless its item has nothing else", () => {
    expect(nextToReview(toEntries([both]))?.key).toBe("f2");
    expect(nextToReview(toEntries([{ ...both, files: [damaged] }]))?.key).toBe("f1");
  });

  test("isn't part of the decision on its item", () => {
    expect(filesToDecide(both)).toEqual([whole]);
    expect(unopenedFiles(filesToDecide(both), new Set())).toEqual(["b.pdf"]);
  });
});

describe("a file removed during its review", () => {
  test("is replaced by the item's first file", () => {
    expect(entryAt(entries, { key: "gone", itemId: "i1" })?.key).toBe("f1");
  });

  test("is not replaced if it was the only one", () => {
    expect(entryAt(entries, { key: "gone", itemId: "i2" })).toBeUndefined();
  });
});
