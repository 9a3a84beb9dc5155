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

const said = (before: readonly Upload[], now: readonly Upload[], quarter = -1) =>
  announcement(before, now, explain, quarter).message;
const explain = (_: Upload, code: string) => describeError(code);

describe("the screen reader announcement", () => {
  test("mentions a result once", () => {
    const before = [upload({ state: "finishing" })];
    const now = [upload({ state: "stored" })];
    expect(said(before, now)).toBe("letter.pdf arrived.");
    expect(said(now, now)).toBe("");
  });

  test("of a failure includes the reason and the next step", () => {
    const failed = upload({ state: "failed", code: "upload.interrupted" });
    expect(said([], [failed])).toMatch(/^letter\.pdf: The connection was lost .+ Try again/);
  });

  test("reports progress in quarters", () => {
    expect(said([upload(uploading(240))], [upload(uploading(260))], 0)).toBe("Uploading 1 file, 25 percent.");
    expect(said([upload(uploading(260))], [upload(uploading(480))], 25)).toBe("");
  });

  test("never reports progress backwards, and starts again with the next sending", () => {
    const many = [upload(uploading(800)), upload(uploading(0), { id: "u2" })];
    expect(announcement([upload(uploading(800))], many, explain, 75)).toEqual({ message: "", quarter: 75 });
    const stored = [upload({ state: "stored" })];
    expect(announcement(many, stored, explain, 75)).toEqual({ message: "letter.pdf arrived.", quarter: -1 });
    expect(said(stored, [upload(uploading(0), { id: "u3" })])).toBe("Uploading 1 file, 0 percent.");
  });

  test("combines several files, weighted by size", () => {
    const small = upload(uploading(1000), { id: "u2", size: 1000 });
    const large = upload({ state: "waiting" }, { id: "u3", size: 3000 });
    expect(said([], [small, large])).toBe("Uploading 2 files, 25 percent.");
  });
});
