import { describe, expect, test } from "vitest";
import { item, storedFile } from "../../../data/items/item.fixtures.ts";
import { filesToDecide } from "./verdicts.models.ts";
import {
  entryAt,
  entriesAhead,
  itemsOf,
  neighbour,
  nextToReview,
  replacedFiles,
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

  test("counts the items with something to look at", () => {
    expect(itemsOf(entries).map(({ id }) => id)).toEqual(["i1", "i3", "i4", "i5"]);
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
    return entry && keys(entriesAhead(list, entry));
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

describe("the address", () => {
  const at = (itemId?: string, fileId?: string) => entryAt(entries, { itemId, fileId })?.key;

  test("names an item and one of its files", () => {
    expect(at("i1", "f2")).toBe("f2");
    expect(at("i4")).toBe("answer-i4");
  });

  test("of a file that was removed, or of another item's file, leads to the item's first one", () => {
    expect(at("i1", "gone")).toBe("f1");
    expect(at("i1", "f3")).toBe("f1");
  });

  test("of an item leads to the first file that waits for a decision", () => {
    const files = [storedFile({ id: "f1", verdict: "accepted" }), storedFile({ id: "f2" })];
    const half = toEntries([item({ id: "i1", state: "submitted", files })]);
    expect(entryAt(half, { itemId: "i1", fileId: undefined })?.key).toBe("f2");
  });

  test("leads nowhere without an item, or with one that has nothing to look at", () => {
    expect([at(), at("i2"), at("unknown", "f1")]).toEqual([undefined, undefined, undefined]);
  });
});

describe("the files that a new one replaces", () => {
  const returned = (id: string) => storedFile({ id, verdict: "returned" });
  const replacedBy = (fileId: string, files: Parameters<typeof item>[0]) => {
    const entry = toEntries([item({ id: "i1", state: "submitted", ...files })]).find(
      ({ key }) => key === fileId,
    );
    return entry && replacedFiles(entry).map(({ id }) => id);
  };

  test("are the returned ones, those at the same place first", () => {
    const files = [
      returned("old1"),
      returned("old2"),
      storedFile({ id: "new1" }),
      storedFile({ id: "new2" }),
    ];
    expect(replacedBy("new1", { files })).toEqual(["old1", "old2"]);
    expect(replacedBy("new2", { files })).toEqual(["old2", "old1"]);
  });

  test("are none for a returned file, and none if nothing was returned", () => {
    expect(replacedBy("old1", { files: [returned("old1"), storedFile({ id: "new1" })] })).toEqual([]);
    const kept = storedFile({ id: "kept", verdict: "accepted" });
    expect(replacedBy("new1", { files: [kept, storedFile({ id: "new1" })] })).toEqual([]);
  });
});
