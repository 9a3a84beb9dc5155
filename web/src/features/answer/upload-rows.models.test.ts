import { describeError } from "@sheaf/contract/errors/describe-error";
import { describe, expect, test } from "vitest";
import { startProgress } from "../../data/uploads/queue/progress.models.ts";
import type { Upload } from "../../data/uploads/upload.models.ts";
import { file, item, upload } from "./answer.fixtures.ts";
import {
  announcement,
  hasLeftover,
  leftoversOf,
  leftoverText,
  phaseValue,
  phaseText,
  resumeText,
  duplicateText,
  uploadsOf,
} from "./upload-rows.models.ts";

const uploading = (loaded: number) =>
  ({ state: "uploading", progress: { ...startProgress(1000, 0), loaded } }) as const;

describe("upload rows", () => {
  test("belong to one item only", () => {
    const rows = [upload({ state: "waiting" }), upload({ state: "waiting" }, { id: "u2", itemId: "i2" })];
    expect(uploadsOf(item(), rows)).toEqual([rows[0]]);
  });

  test("disappear once the stored file is listed", () => {
    const stored = upload({ state: "stored" }, { fileId: "f1" });
    expect(uploadsOf(item(), [stored])).toEqual([stored]);
    expect(uploadsOf(item({ files: [file()] }), [stored])).toEqual([]);
  });
});

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
    const again = upload({ state: "hashing", percent: 3 }, { name: "scan.pdf", size: 77 });
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

test.each([
  [{ state: "waiting" }, "Waiting", 0],
  [{ state: "hashing", percent: 40 }, "Reading file", undefined],
  [uploading(620), "62%", 0.62],
  [{ state: "finishing" }, "Finishing", undefined],
  [{ state: "stored" }, "Arrived", 1],
  [{ state: "failed", code: "file.empty" }, "This file is empty.", undefined],
] as const)("%j is shown as %s", (phase, text, value) => {
  expect(phaseText(phase)).toBe(text);
  expect(phaseValue(phase)).toBe(value);
});

test("a resumed upload is shown as such", () => {
  const resumed = { state: "uploading", progress: startProgress(1000, 0, 400) } as const;
  expect(resumeText(resumed)).toBe("Continuing where it stopped.");
  expect(resumeText(uploading(400))).toBe("");
  expect(resumeText({ state: "finishing" })).toBe("");
});

const explain = (_: Upload, code: string) => describeError(code);

describe("the screen reader announcement", () => {
  test("mentions a result once", () => {
    const before = [upload({ state: "finishing" })];
    const now = [upload({ state: "stored" })];
    expect(announcement(before, now, explain)).toBe("letter.pdf arrived.");
    expect(announcement(now, now, explain)).toBe("");
  });

  test("of a failure includes the reason and the next step", () => {
    const failed = upload({ state: "failed", code: "upload.interrupted" });
    expect(announcement([], [failed], explain)).toMatch(/^letter\.pdf: The connection was lost .+ Try again/);
  });

  test("reports progress in quarters", () => {
    expect(announcement([upload(uploading(240))], [upload(uploading(260))], explain)).toBe(
      "Uploading 1 file, 25 percent.",
    );
    expect(announcement([upload(uploading(260))], [upload(uploading(480))], explain)).toBe("");
  });

  test("combines several files, weighted by size", () => {
    const small = upload(uploading(1000), { id: "u2", size: 1000 });
    const large = upload({ state: "waiting" }, { id: "u3", size: 3000 });
    expect(announcement([], [small, large], explain)).toBe("Uploading 2 files, 25 percent.");
  });
});
