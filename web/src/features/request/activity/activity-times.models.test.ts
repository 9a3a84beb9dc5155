import { expect, test } from "vitest";
import type { RequestEvent } from "../../../data/events/event.models.ts";
import { dayText, timeText } from "./activity-times.models.ts";

const now = new Date("2026-11-20T17:00:00");
const at = (time: string): RequestEvent => ({
  seq: 1,
  kind: "opened",
  actorId: "anna",
  actorName: "Anna Lind",
  actorEmail: "",
  itemTitle: "",
  name: "",
  files: 0,
  answerKind: null,
  itemId: null,
  fileId: null,
  on: null,
  at: time,
});

test("days have words as long as they are near", () => {
  expect(["2026-11-20", "2026-11-19", "2026-11-18"].map((day) => dayText(day, now))).toEqual([
    "Today",
    "Yesterday",
    expect.stringMatching(/18/),
  ]);
});

test.each([
  [["2026-11-20T16:48:00"], "12 minutes ago"],
  [["2026-11-20T09:05:00"], "09:05"],
  [["2026-11-20T16:48:00", "2026-11-20T09:05:00"], "12 minutes ago"],
  [["2026-11-19T16:14:00", "2026-11-19T16:10:00", "2026-11-19T16:02:00"], "16:02 to 16:14"],
  [["2026-11-19T16:14:50", "2026-11-19T16:14:02"], "16:14"],
])("acts at %j have the time %s", (times, text) => {
  const [first = expect.fail(), ...others] = times.map(at);
  expect(timeText([first, ...others], now, "en-GB")).toBe(text);
});
