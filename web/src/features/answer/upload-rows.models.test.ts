import { describe, expect, test } from "vitest";
import { startProgress } from "../../data/uploads/progress.models.ts";
import { file, item, upload } from "./answer.fixtures.ts";
import {
  announcement,
  hasLeftover,
  leftoversOf,
  leftoverWords,
  phaseValue,
  phaseWords,
  resumeWords,
  sameContentWords,
  uploadsOf,
} from "./upload-rows.models.ts";

const uploading = (loaded: number) =>
  ({ state: "uploading", progress: { ...startProgress(1000, 0), loaded } }) as const;

describe("rows of files on their way", () => {
  test("belong to their item alone", () => {
    const rows = [upload({ state: "waiting" }), upload({ state: "waiting" }, { id: "u2", itemId: "i2" })];
    expect(uploadsOf(item(), rows)).toEqual([rows[0]]);
  });

  test("give way to the arrived file, so that one file is never shown twice", () => {
    const stored = upload({ state: "stored" }, { fileId: "f1" });
    expect(uploadsOf(item(), [stored])).toEqual([stored]);
    expect(uploadsOf(item({ files: [file()] }), [stored])).toEqual([]);
  });
});

describe("a file left half-way on an earlier visit", () => {
  const left = file({ id: "f9", name: "scan.pdf", size: 77, sha256: "" });

  test("is named", () => {
    expect(leftoversOf(item({ unfinished: [left] }), [])).toEqual([left]);
  });

  test("is not called lost while this page is sending it", () => {
    const now = upload({ state: "finishing" }, { fileId: "f9" });
    expect(leftoversOf(item({ unfinished: [left] }), [now])).toEqual([]);
  });

  test("is not named beside the same file that was just chosen again and is still being read", () => {
    const again = upload({ state: "hashing", percent: 3 }, { name: "scan.pdf", size: 77 });
    expect(leftoversOf(item({ unfinished: [left] }), [again])).toEqual([]);
    expect(leftoversOf(item({ unfinished: [left] }), [{ ...again, itemId: "i2" }])).toEqual([left]);
    expect(leftoversOf(item({ unfinished: [left] }), [{ ...again, size: 78 }])).toEqual([left]);
  });

  test("is forgotten once the same file has arrived", () => {
    const arrived = file({ name: "scan.pdf", size: 77 });
    expect(leftoversOf(item({ unfinished: [left], files: [arrived] }), [])).toEqual([]);
  });

  test("says that it continues where this browser can go on with it, and only there", () => {
    expect(leftoverWords({ continues: true })).toMatch(
      /Choose the same file again, and it continues where it stopped\.$/,
    );
    expect(leftoverWords({ continues: false })).toMatch(/Choose it again\.$/);
  });

  test("is known again when the same file is chosen", () => {
    expect(hasLeftover(item({ unfinished: [left] }), "scan.pdf", 77)).toBe(true);
    expect(hasLeftover(item({ unfinished: [left] }), "scan.pdf", 78)).toBe(false);
  });
});

describe("the same content twice", () => {
  const items = [
    item({ files: [file({ sha256: "aa" })] }),
    item({
      id: "i2",
      title: "Bank letter",
      files: [file({ id: "f2", name: "copy.pdf", sha256: "aa", at: "2026-11-21T10:00:00Z" })],
    }),
  ];

  test("is said of the later one, naming the first", () => {
    expect(sameContentWords({ fileId: "f2", sha256: "aa" }, items)).toBe(
      "Same content as letter.pdf in “Proof of address”.",
    );
    expect(sameContentWords({ fileId: "f1", sha256: "aa" }, items)).toBe("");
  });

  test("is said of a file that is still on its way", () => {
    expect(sameContentWords({ fileId: "", sha256: "aa" }, items)).toMatch(/letter\.pdf/);
  });

  test("is not claimed of a file whose content is not known yet, or is new", () => {
    expect(sameContentWords({ fileId: "", sha256: "" }, items)).toBe("");
    expect(sameContentWords({ fileId: "", sha256: "bb" }, items)).toBe("");
  });
});

test.each([
  [{ state: "waiting" }, "Waiting", 0],
  [{ state: "hashing", percent: 40 }, "Reading the file", undefined],
  [uploading(620), "62%", 0.62],
  [{ state: "finishing" }, "Almost there", undefined],
  [{ state: "stored" }, "Arrived", 1],
  [{ state: "failed", code: "file.empty" }, "This file is empty.", undefined],
] as const)("%j is shown as %s", (phase, words, value) => {
  expect(phaseWords(phase)).toBe(words);
  expect(phaseValue(phase)).toBe(value);
});

test("a file that is not sent from its start says so while it is on its way", () => {
  const resumed = { state: "uploading", progress: startProgress(1000, 0, 400) } as const;
  expect(resumeWords(resumed)).toBe("Continues where it stopped.");
  expect(resumeWords(uploading(400))).toBe("");
  expect(resumeWords({ state: "finishing" })).toBe("");
});

describe("what is said aloud", () => {
  test("a result is said once", () => {
    const before = [upload({ state: "finishing" })];
    const now = [upload({ state: "stored" })];
    expect(announcement(before, now)).toBe("letter.pdf arrived.");
    expect(announcement(now, now)).toBe("");
  });

  test("a failure is said with its reason and what to do", () => {
    const failed = upload({ state: "failed", code: "upload.interrupted" });
    expect(announcement([], [failed])).toMatch(/^letter\.pdf: The connection was lost .+ Try again/);
  });

  test("progress is said in quarters, not at every byte", () => {
    expect(announcement([upload(uploading(240))], [upload(uploading(260))])).toBe(
      "Uploading 1 file, 25 percent.",
    );
    expect(announcement([upload(uploading(260))], [upload(uploading(480))])).toBe("");
  });

  test("several files are one line, weighed by their size", () => {
    const small = upload(uploading(1000), { id: "u2", size: 1000 });
    const large = upload({ state: "waiting" }, { id: "u3", size: 3000 });
    expect(announcement([], [small, large])).toBe("Uploading 2 files, 25 percent.");
  });
});
