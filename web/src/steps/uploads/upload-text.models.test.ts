import { describeError } from "@sheaf/contract/errors/describe-error";
import { describe, expect, test } from "vitest";
import { startProgress } from "../../data/uploads/queue/progress.models.ts";
import { upload } from "../../data/uploads/upload.fixtures.ts";
import type { Upload } from "../../data/uploads/upload.models.ts";
import { announcement, phaseText, phaseValue, resumeText, uploadsOf } from "./upload-text.models.ts";

const item = { id: "i1", files: [] };
const uploading = (loaded: number) =>
  ({ state: "uploading", progress: { ...startProgress(1000, 0), loaded } }) as const;

describe("upload rows", () => {
  test("belong to one item only", () => {
    const rows = [upload({ state: "waiting" }), upload({ state: "waiting" }, { id: "u2", itemId: "i2" })];
    expect(uploadsOf(item, rows)).toEqual([rows[0]]);
  });

  test("disappear once the stored file is listed", () => {
    const stored = upload({ state: "stored" }, { fileId: "f1" });
    expect(uploadsOf(item, [stored])).toEqual([stored]);
    expect(uploadsOf({ ...item, files: [{ id: "f1" }] }, [stored])).toEqual([]);
  });
});

test.each([
  [{ state: "waiting" }, "Waiting", 0],
  [{ state: "hashing" }, "Reading file", undefined],
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
