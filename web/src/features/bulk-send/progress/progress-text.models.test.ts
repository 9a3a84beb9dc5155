import { describe, expect, test } from "vitest";
import type { Bulk } from "../../../data/bulk/bulk.models.ts";
import { adviceOf, capText, leftText, sentText, titleOf } from "./progress-text.models.ts";

const now = new Date("2026-11-25T10:00:00");
const locale = "en-GB";

const sending: Bulk = {
  id: "b1",
  workspaceId: "w1",
  templateId: "t1",
  templateTitle: "Tax return",
  createdAt: "2026-11-25T09:59:00Z",
  senderName: "Nora Okafor",
  canSend: true,
  isPaused: false,
  isStopped: false,
  people: 46,
  problems: 2,
  failed: 1,
  sent: 31,
  sentLately: 10,
  waiting: 13,
  unsent: 0,
  nextAt: "2026-11-25T09:59:00",
  endsOn: null,
  newToday: 29,
  newAllowed: 120,
};
const of = (change: Partial<Bulk>): Bulk => ({ ...sending, ...change });

test.each([
  ["being sent", {}, "Sending 46 requests", "You can close this page. Sending continues."],
  ["paused", { isPaused: true }, "Paused: 46 requests", "Nothing is sent until you resume."],
  [
    "without a sender",
    { canSend: false },
    "Paused: 46 requests",
    "Nora Okafor can’t send for this workspace any more. Resume to send the rest in your name.",
  ],
  [
    "stopped",
    { isStopped: true, waiting: 0, unsent: 13 },
    "Stopped after 33 of 46 requests",
    "13 people got no request.",
  ],
  ["over, with problems", { waiting: 0, sent: 44 }, "44 of 46 requests sent", "2 people need you."],
  ["over", { waiting: 0, sent: 46, problems: 0 }, "46 requests sent", "Everyone has their own request."],
])("what is %s says so", (_, change, title, advice) => {
  expect([titleOf(of(change)), adviceOf(of(change))]).toEqual([title, advice]);
});

describe("the time that is left", () => {
  test.each([
    ["from the last half minute", {}, "About 40 seconds left"],
    ["in minutes", { waiting: 100 }, "About 5 minutes left"],
    ["if nothing was sent lately", { sentLately: 0 }, ""],
    ["if the cap lets some wait", { endsOn: "2026-11-27" }, "The last ones go on Fri 27 Nov"],
    ["if it continues tomorrow", { nextAt: "2026-11-26T00:00:00" }, "Continues Thu 26 Nov, 00:00"],
    ["if it is paused", { isPaused: true, endsOn: "2026-11-27" }, ""],
    ["if no one is waiting", { waiting: 0 }, ""],
  ])("%s", (_, change, text) => {
    expect(leftText(of(change), { now, locale })).toBe(text);
  });
});

test("the cap is named as long as anyone is waiting", () => {
  expect(capText(sending)).toBe("New addresses today: 29 of 120. The limit grows as people answer you.");
  expect(capText(of({ waiting: 0 }))).toBe("");
});

test("the time of sending has its day unless it is today", () => {
  expect(sentText("2026-11-25T09:31:00", { now, locale })).toBe("Sent 09:31");
  expect(sentText("2026-11-24T09:31:00", { now, locale })).toBe("Sent Tue 24 Nov, 09:31");
});
