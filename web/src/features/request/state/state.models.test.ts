import { describe, expect, test } from "vitest";
import { acceptedText, closedText, closingText, stateNotice } from "./state.models.ts";

const line = (
  title: string,
  state: "missing" | "returned" | "submitted" | "accepted" | "waived",
  isRequired = true,
) => ({
  title,
  state,
  isRequired,
});

describe("the text before closing", () => {
  test.each([
    [[line("Passport", "missing")], "Still missing: Passport."],
    [
      [line("Passport", "missing"), line("Visa", "returned"), line("Photo", "missing", false)],
      "Still missing: Passport and Visa.",
    ],
    [
      [line("Passport", "missing"), line("Visa", "submitted")],
      "Still missing: Passport. 1 item is still to review; you can decide afterwards.",
    ],
    [
      [line("Passport", "submitted"), line("Visa", "submitted")],
      "Nothing required is missing. 2 items are still to review; you can decide afterwards.",
    ],
    [
      ["A", "B", "C", "D", "E", "F", "G"].map((title) => line(title, "missing")),
      "Still missing: A, B, C, D, E and 2 more.",
    ],
  ])("names what is missing (%#)", (items, text) => {
    expect(closingText(items)).toBe(text);
  });
});

test.each([
  ["1 of 2 accepted", [line("Passport", "accepted"), line("Visa", "missing")]],
  ["1 of 1 required accepted", [line("Passport", "accepted"), line("Photo", "missing", false)]],
  ["1 of 2 accepted, 1 not needed", [line("A", "accepted"), line("B", "waived"), line("C", "returned")]],
  ["2 not needed", [line("A", "waived"), line("B", "waived")]],
  ["1 of 2 accepted", [line("Photo", "accepted", false), line("Letter", "missing", false)]],
])("progress counts what completes the request: %s", (text, items) => {
  expect(acceptedText(items)).toBe(text);
});

test("a closed request says how many items are missing", () => {
  const none = {
    missing: 0,
    submitted: 0,
    declined: 0,
    returned: 0,
    accepted: 0,
    waived: 0,
    requiredPartial: 0,
  };
  const counts = { ...none, requiredMissing: 1, requiredReturned: 1 };
  expect(closedText({ counts })).toBe("Closed, 2 missing");
  expect(closedText({ counts: { ...none, requiredMissing: 0, requiredReturned: 0 } })).toBe("Closed");
});

describe("the notice about a state", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  const noticeOf = (over: Partial<Parameters<typeof stateNotice>[0]>) =>
    stateNotice({ phase: "open", items: [], closedAt: null, ...over }, now);

  test.each(["open", "done"] as const)("is absent for a request that is %s", (phase) => {
    expect(noticeOf({ phase })).toBeUndefined();
  });

  test("offers to resume a paused request", () => {
    expect(noticeOf({ phase: "paused" })?.way).toEqual({ change: "resume", label: "Resume" });
  });

  test("offers to reopen a cancelled request for 30 days", () => {
    const kept = noticeOf({ phase: "cancelled", closedAt: "2026-10-22T12:00:00Z" });
    expect(kept?.text).toMatch(/until .*21/);
    expect(kept?.way?.change).toBe("reopen");
    const expired = noticeOf({ phase: "cancelled", closedAt: "2026-10-21T11:59:00Z" });
    expect(expired?.text).toMatch(/more than 30 days ago/);
    expect(expired?.way).toBeUndefined();
  });
});
