import { describe, expect, test } from "vitest";
import { upload as uploadOf } from "../../../data/uploads/upload.fixtures.ts";
import { file, item } from "../answer.fixtures.ts";
import { nextWaiting } from "./current-item.models.ts";

const upload = (itemId: string, state: "waiting" | "stored" | "failed") =>
  uploadOf(state === "failed" ? { state, code: "file.empty" } : { state }, { itemId });

describe("the next item", () => {
  const items = [
    item({ id: "a" }),
    item({ id: "optional", isRequired: false }),
    item({ id: "sent", state: "submitted" }),
    item({ id: "b", state: "returned" }),
  ];
  test.each([
    [undefined, "a"],
    ["a", "b"],
    ["optional", "b"],
    ["b", "a"],
  ])("after %s is %s: the required ones first, from the top again after the last", (after, next) => {
    expect(nextWaiting(items, [], after)?.id).toBe(next);
  });

  test("may be optional if nothing required waits, and none if nothing waits at all", () => {
    expect(nextWaiting(items.slice(1, 3), [], "sent")?.id).toBe("optional");
    expect(nextWaiting(items.slice(2, 3), [])).toBeUndefined();
  });

  test.each([
    ["waiting", undefined],
    ["stored", undefined],
    ["failed", "a"],
  ] as const)("isn't one whose only file is %s: %s", (state, next) => {
    expect(nextWaiting([item({ id: "a" })], [upload("a", state)])?.id).toBe(next);
  });

  test("can be one that needs more files than are on their way", () => {
    const payslips = item({ id: "a", expectedFiles: 3, files: [file()] });
    expect(nextWaiting([payslips], [upload("a", "waiting")])?.id).toBe("a");
    const second = { ...upload("a", "waiting"), id: "second" };
    expect(nextWaiting([payslips], [upload("a", "waiting"), second])).toBeUndefined();
  });
});
