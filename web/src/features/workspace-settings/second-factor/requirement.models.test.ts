import { expect, test } from "vitest";
import { lockedOutText, noticeText } from "./requirement.models.ts";

const now = new Date("2026-11-25T12:00:00");

test("a member without a second factor is locked out at once or from a day on", () => {
  const locked = "Hasn’t set it up, and can’t open the workspace until they do.";
  expect(lockedOutText(null, now)).toBe(locked);
  expect(lockedOutText("2026-11-25T11:00:00", now)).toBe(locked);
  expect(lockedOutText("2026-12-02T12:00:00", now)).toMatch(
    /^Hasn’t set it up\. From Wed.* 2\b.*, they can’t/,
  );
});

test.each([
  [[], /^Every member has set it up/],
  [["Maya Chen"], /^Maya Chen has 7 days/],
  [["Maya Chen", "Sam Osei"], /^Maya Chen and Sam Osei have 7 days/],
  [["a", "b", "c", "d"], /^4 members have 7 days/],
])("says who has to set it up: %j", (names, text) => {
  expect(noticeText(names)).toMatch(text);
});
