import { eventKinds } from "@sheaf/contract/states";
import { describe, expect, test } from "vitest";
import { lastActivityText } from "./last-activity.models.ts";

describe("the last activity", () => {
  test.each([
    ["file_added", "payslip.pdf"],
    ["opened", "Link opened"],
    ["sent", "Sent"],
    ["returned", "Payslips returned"],
    ["file_removed", "payslip.pdf removed"],
    ["file_set_aside", "payslip.pdf set aside"],
    ["file_put_back", "payslip.pdf put back"],
  ] as const)("%s reads %s", (kind, text) => {
    expect(lastActivityText({ kind, itemTitle: "Payslips", name: "payslip.pdf", answerKind: null })).toBe(
      text,
    );
  });

  test.each([
    ["cannot_provide", "Payslips: can’t provide"],
    ["not_applicable", "Payslips: doesn’t apply"],
    ["text", "Payslips answered"],
  ])("an answer of the kind %s reads %s", (answerKind, text) => {
    expect(lastActivityText({ kind: "answered", itemTitle: "Payslips", name: "", answerKind })).toBe(text);
  });

  test("has a text for every kind of event", () => {
    for (const kind of eventKinds) {
      expect(
        lastActivityText({ kind, itemTitle: "Payslips", name: "payslip.pdf", answerKind: null }),
      ).not.toBe("");
    }
  });

  test("is empty without an event", () => {
    expect(lastActivityText(null)).toBe("");
  });
});
