import { describe, expect, test } from "vitest";
import { upload } from "../../../data/uploads/upload.fixtures.ts";
import { file, item } from "../answer.fixtures.ts";
import { duplicateText, hasLeftover, leftoversOf, leftoverText } from "./upload-rows.models.ts";

describe("an incomplete upload of an earlier visit", () => {
  const left = file({ id: "f9", name: "scan.pdf", size: 77, sha256: "" });

  test("is listed", () => {
    expect(leftoversOf(item({ unfinished: [left] }), [])).toEqual([left]);
  });

  test("is not listed while this page is uploading the file", () => {
    const now = upload({ state: "finishing" }, { fileId: "f9" });
    expect(leftoversOf(item({ unfinished: [left] }), [now])).toEqual([]);
  });

  test("is not listed while the same file, chosen again, is being read", () => {
    const again = upload({ state: "hashing" }, { name: "scan.pdf", size: 77 });
    expect(leftoversOf(item({ unfinished: [left] }), [again])).toEqual([]);
    expect(leftoversOf(item({ unfinished: [left] }), [{ ...again, itemId: "i2" }])).toEqual([left]);
    expect(leftoversOf(item({ unfinished: [left] }), [{ ...again, size: 78 }])).toEqual([left]);
  });

  test("is not listed once the same file is stored", () => {
    const arrived = file({ name: "scan.pdf", size: 77 });
    expect(leftoversOf(item({ unfinished: [left], files: [arrived] }), [])).toEqual([]);
  });

  test("says that it will continue only in a browser that can resume it", () => {
    expect(leftoverText({ continues: true })).toMatch(
      /Choose the same file again to continue where it stopped\.$/,
    );
    expect(leftoverText({ continues: false })).toMatch(/Choose it again\.$/);
  });

  test("is recognised when the same file is chosen", () => {
    expect(hasLeftover(item({ unfinished: [left] }), "scan.pdf", 77)).toBe(true);
    expect(hasLeftover(item({ unfinished: [left] }), "scan.pdf", 78)).toBe(false);
  });
});

describe("a duplicate hint", () => {
  const items = [
    item({ files: [file({ sha256: "aa" })] }),
    item({
      id: "i2",
      title: "Bank letter",
      files: [file({ id: "f2", name: "copy.pdf", sha256: "aa", at: "2026-11-21T10:00:00Z" })],
    }),
  ];

  test("is shown for the later file and names the first", () => {
    expect(duplicateText({ fileId: "f2", sha256: "aa" }, items)).toBe(
      "Identical to letter.pdf in “Proof of address”.",
    );
    expect(duplicateText({ fileId: "f1", sha256: "aa" }, items)).toBe("");
  });

  test("is shown for a file that is still uploading", () => {
    expect(duplicateText({ fileId: "", sha256: "aa" }, items)).toMatch(/letter\.pdf/);
  });

  test("is not shown for unknown or new content", () => {
    expect(duplicateText({ fileId: "", sha256: "" }, items)).toBe("");
    expect(duplicateText({ fileId: "", sha256: "bb" }, items)).toBe("");
  });
});
