import { expect, test } from "vitest";
import { file, item } from "../answer.fixtures.ts";
import { fileMark, fileRemark, isReturnedFile } from "./arrived-file.models.ts";

test.each([
  ["arrived", {}, "submitted"],
  ["arrived", { verdict: "accepted" }, "returned"],
  ["bad", { verdict: "returned", verdictReason: "Too dark." }, "returned"],
  ["bad", { check: "damaged" }, "submitted"],
  // Its item came back: a tick would say that this file is good.
  [undefined, {}, "returned"],
] as const)("the mark %s stands at a file %j of an item that is %s", (mark, over, state) => {
  expect(fileMark(file(over), item({ state }))).toBe(mark);
});

test.each([
  [true, {}, {}, "returned"],
  [true, { verdict: "returned", verdictReason: "Too dark." }, {}, "submitted"],
  // Kept while more is asked for, so the return isn't about every file.
  [false, {}, { verdict: "accepted" }, "returned"],
  [false, { isAddedByMember: true }, {}, "returned"],
  [false, { isSetAside: true }, {}, "returned"],
  [false, {}, {}, "submitted"],
] as const)(
  "it is %s that a file %j beside a file %j came back with an item that is %s",
  (is, over, beside, state) => {
    const about = file(over);
    const files = [about, file({ id: "f2", ...beside })];
    expect(isReturnedFile(about, item({ state, reason: "Page 2 is cut off.", files }))).toBe(is);
  },
);

test("a file stays as it arrived when only another one was returned", () => {
  const about = file();
  const files = [about, file({ id: "f2", verdict: "returned", verdictReason: "Too dark." })];
  expect(isReturnedFile(about, item({ state: "returned", files }))).toBe(false);
});

test("a returned file says its reason unless it stands above as the only one", () => {
  const dark = file({ verdict: "returned", verdictReason: "Too dark." });
  const cut = file({ id: "f2", verdict: "returned", verdictReason: "Page 2 is cut off." });
  const remark = (files: ReturnType<typeof file>[], reason = "") =>
    fileRemark(dark, {
      workspaceName: "Okafor & Lind",
      item: item({ state: "returned", reason, files }),
      isLocked: false,
    });
  expect(remark([dark])).toBe("");
  expect(remark([dark], "Too dark.")).toBe("");
  expect(remark([dark, cut])).toBe("Too dark.");
  expect(remark([dark], "Please send the whole letter.")).toBe("Too dark.");
});
