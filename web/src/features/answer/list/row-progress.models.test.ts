import { expect, test } from "vitest";
import { upload as uploadOf } from "../../../data/uploads/upload.fixtures.ts";
import type { UploadPhase } from "../../../data/uploads/upload.models.ts";
import { startProgress } from "../../../data/uploads/queue/progress.models.ts";
import { rowProgress } from "./row-progress.models.ts";

const upload = (name: string, phase: UploadPhase) => uploadOf(phase, { id: name, name, size: 100 });
const half = upload("a.pdf", { state: "uploading", progress: startProgress(100, 0, 50) });

test("one file has its name and progress", () => {
  expect(rowProgress([half])).toEqual({ name: "a.pdf", text: "50%", value: 0.5 });
});

test("several files have one progress, by size", () => {
  expect(rowProgress([half, upload("b.pdf", { state: "waiting" })])).toEqual({
    name: "2 files",
    text: "25%",
    value: 0.25,
  });
});
