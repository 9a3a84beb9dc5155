import { describe, expect, test } from "vitest";
import { upload as uploadOf } from "../../../data/uploads/upload.fixtures.ts";
import type { UploadPhase } from "../../../data/uploads/upload.models.ts";
import { file, item, request } from "../answer.fixtures.ts";
import { doneText, isFinished, sentFiles } from "./done.models.ts";

const sent = item({ state: "submitted", files: [file()] });
const upload = (phase: UploadPhase) => uploadOf(phase, { itemId: "i2" });

describe("the recipient's part is finished", () => {
  test.each([
    [{ items: [sent, item({ id: "i2", isRequired: false })] }],
    [{ items: [item({ state: "submitted", answer: { kind: "cannot_provide", text: "" } })] }],
    [{ items: [item({ state: "accepted", files: [file()] })], phase: "done" }],
  ] as const)("once nothing required is missing: %#", (over) => {
    expect(isFinished(request({ ...over, items: [...over.items] }), [])).toBe(true);
  });

  test.each([
    [{ items: [sent, item({ id: "i2" })] }],
    [{ items: [sent, item({ id: "i2", state: "returned" })] }],
    [{ items: [item({ state: "waived" }), item({ id: "i2", isRequired: false })] }],
    [{ items: [item({ state: "accepted", files: [file({ isAddedByMember: true })] })] }],
    [{ items: [sent], phase: "paused" }],
    [{ items: [sent], phase: "closed" }],
  ] as const)("only then, and only if something was sent: %#", (over) => {
    expect(isFinished(request({ ...over, items: [...over.items] }), [])).toBe(false);
  });

  test.each([
    [{ state: "stored" }, true],
    [{ state: "hashing" }, false],
    [{ state: "failed", code: "file.too_large" }, false],
  ] as const)("not while a chosen file isn't there: %j", (phase, isDone) => {
    expect(isFinished(request({ items: [sent] }), [upload(phase)])).toBe(isDone);
  });
});

test("the end says who has what", () => {
  expect(doneText(request())).toBe("Okafor & Lind is reviewing what you sent.");
  expect(doneText(request({ phase: "done" }))).toBe(
    "Okafor & Lind has accepted everything they need. You don’t need to do anything else.",
  );
});

test("returned files and those of members aren't counted", () => {
  const files = [
    file(),
    file({ id: "f2", size: 500 }),
    file({ id: "f3", verdict: "returned" }),
    file({ id: "f4", isAddedByMember: true }),
  ];
  expect(sentFiles([item({ files }), item({ id: "i2" })])).toEqual({
    count: 2,
    bytes: 1500,
    latestAt: "2026-11-20T10:00:00Z",
  });
});
