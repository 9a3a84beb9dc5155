import { eventKinds } from "@sheaf/contract/states";
import { describe, expect, test } from "vitest";
import { lastActivityWords, shortWhen } from "./last-activity.models.ts";

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

describe("when, in the fewest words", () => {
  const now = new Date(2026, 10, 21, 12, 0);
  const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();

  test.each([
    ["a clock ahead of ours", at(2026, 10, 21, 12, 5), "just now"],
    ["this minute", at(2026, 10, 21, 12, 0), "just now"],
    ["four minutes ago", at(2026, 10, 21, 11, 56), "4 min ago"],
    ["two hours ago", at(2026, 10, 21, 9, 58), "2 h ago"],
    ["late last night", at(2026, 10, 20, 23, 50), "yesterday"],
    ["two days ago", at(2026, 10, 19, 23, 50), "19 Nov"],
    ["last year", at(2025, 10, 19, 12, 0), "19 Nov 2025"],
  ])("%s", (_, isoTime, words) => {
    expect(shortWhen(isoTime, now, "en-GB")).toBe(words);
  });

  test("the hour before midnight is not yesterday for someone awake ten minutes after", () => {
    expect(shortWhen(at(2026, 10, 20, 23, 55), new Date(2026, 10, 21, 0, 5), "en-GB")).toBe("10 min ago");
  });
});
