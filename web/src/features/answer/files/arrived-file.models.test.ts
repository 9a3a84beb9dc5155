import { expect, test } from "vitest";
import { file, item } from "../answer.fixtures.ts";
import { fileMark, fileRemark } from "./arrived-file.models.ts";

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
