import { expect, test } from "vitest";
import { goneOn, type Retention, retentionText } from "./retention.models.ts";

const now = new Date("2026-11-26T12:00:00Z");
const kept: Retention = {
  days: 90,
  sensitiveDays: 90,
  endedAt: null,
  eraseAt: null,
  erasedAt: null,
  deletedAt: null,
};

test.each<[string, Partial<Retention>]>([
  ["Files and answers are kept until Okafor & Lind deletes them.", { days: null, sensitiveDays: null }],
  ["Files and answers are deleted 90 days after this request ends.", {}],
  [
    "Files and answers are deleted 90 days after this request ends, sensitive ones after 30 days.",
    { sensitiveDays: 30 },
  ],
  [
    "Sensitive files and answers are deleted 30 days after this request ends.",
    { days: null, sensitiveDays: 30 },
  ],
])("while a request is open: %s", (text, over) => {
  expect(retentionText({ ...kept, ...over }, { keeper: "Okafor & Lind", now })).toBe(text);
});

const endedAt = "2026-11-20T12:00:00Z";

test.each<[RegExp, Partial<Retention>]>([
  [/^Files and answers are deleted on .*Feb.*18.*\.$/, {}],
  [/^Files and answers are deleted on .*Feb.*18.*, sensitive ones on .*Dec.*20/, { sensitiveDays: 30 }],
  [/^Files and answers will be deleted on .*Dec.*10/, { eraseAt: "2026-12-10T12:00:00Z" }],
  [/^What is due will be deleted on .*Dec.*10/, { sensitiveDays: 30, eraseAt: "2026-12-10T12:00:00Z" }],
  [/^Files and answers were deleted on .*Nov.*25/, { erasedAt: "2026-11-25T12:00:00Z" }],
])("after it has ended: %s", (text, over) => {
  expect(retentionText({ ...kept, endedAt, ...over }, { keeper: "Okafor & Lind", now })).toMatch(text);
});

test("a request stays in the bin for 14 days", () => {
  expect(goneOn("2026-11-26T12:00:00Z", now)).toMatch(/Dec.*10/);
});
