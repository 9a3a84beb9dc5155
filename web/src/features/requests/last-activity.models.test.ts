import { eventKinds } from "@sheaf/contract/states";
import { describe, expect, test } from "vitest";
import { lastActivityWords } from "./last-activity.models.ts";

describe("what happened last", () => {
  test.each([
    ["file_added", "payslip.pdf"],
    ["opened", "Link opened"],
    ["sent", "Sent"],
    ["returned", "Payslips returned"],
    ["file_removed", "payslip.pdf taken back"],
  ] as const)("%s reads %s", (kind, words) => {
    expect(lastActivityWords({ kind, itemTitle: "Payslips", fileName: "payslip.pdf" })).toBe(words);
  });

  test("nothing that can happen goes without words", () => {
    for (const kind of eventKinds) {
      expect(lastActivityWords({ kind, itemTitle: "Payslips", fileName: "payslip.pdf" })).not.toBe("");
    }
  });

  test("where nothing is known nothing is said", () => {
    expect(lastActivityWords(null)).toBe("");
  });
});
