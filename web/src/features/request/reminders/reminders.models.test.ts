import { expect, test } from "vitest";
import { item as anItem } from "../../../data/items/item.fixtures.ts";
import { reminderPlan, recipient } from "../../../data/requests/request.fixtures.ts";
import { canRemind, nextReminder, noReminderText, remindableFrom, sentText } from "./reminders.models.ts";

const ana = recipient({ id: "p1", name: "Ana", nextReminderAt: "2026-11-27T09:00:00Z" });
const tomas = recipient({ id: "p2", name: "Tomás", nextReminderAt: "2026-11-27T09:00:00Z" });
const petra = recipient({ id: "p3", name: "Petra", nextReminderAt: "2026-11-30T09:00:00+01:00" });

const missing = anItem({ id: "i1", state: "missing" });
const accepted = anItem({ id: "i4", state: "accepted" });

test("the next reminder is the earliest, to everyone who gets one then", () => {
  const next = nextReminder({ people: [petra, ana, tomas], helpers: [], items: [missing, accepted] });
  expect(next).toEqual({ at: "2026-11-27T09:00:00Z", to: "Ana and Tomás", items: 1 });
  expect(nextReminder({ people: [recipient({})], helpers: [], items: [missing] })).toBeNull();
});

test("the next reminder to a helper lists only their items", () => {
  const helper = { ...petra, items: [{ id: "i1", handedBy: "Ana" }] };
  const items = [missing, { ...missing, id: "i2" }, { ...missing, id: "i3", isRequired: false }];
  expect(nextReminder({ people: [], helpers: [helper], items })?.items).toBe(1);
  expect(nextReminder({ people: [petra], helpers: [helper], items })?.items).toBe(2);
});

const counts = {
  missing: 1,
  submitted: 0,
  declined: 0,
  returned: 0,
  accepted: 0,
  waived: 0,
  requiredMissing: 1,
  requiredPartial: 0,
  requiredReturned: 0,
};
const request = {
  people: [recipient({ isInvited: true })],
  phase: "open" as const,
  isTest: false,
  areRemindersPaused: false,
  reminderPlan,
  counts,
};

test.each([
  ["the request is paused", { phase: "paused" as const }, "None while the request is paused."],
  ["it is a test", { isTest: true }, "None in a test."],
  ["reminders are paused", { areRemindersPaused: true }, "Paused."],
  ["nothing is missing", { counts: { ...counts, requiredMissing: 0 } }, "None: nothing is missing."],
  [
    "no recipient can be emailed",
    { people: [recipient({ isUnreachable: true }), recipient({ isMuted: true })] },
    "We can’t email anyone here. Share the link yourself.",
  ],
  ["no recipient knows of it", { people: [recipient({})] }, /^Not scheduled yet\./],
  ["all were sent", {}, "All 6 have been sent."],
])("no reminder is planned when %s", (_, over, text) => {
  expect(noReminderText({ ...request, ...over })).toMatch(text);
});

test("a manual reminder waits until a day has passed since the last email to a recipient", () => {
  const now = new Date("2026-11-27T12:00:00Z");
  const emailed = (emailedAt: string | null, over = {}) => recipient({ isInvited: true, emailedAt, ...over });
  const people = [emailed("2026-11-27T10:00:00Z"), emailed("2026-11-26T13:00:00Z")];
  expect(remindableFrom({ ...request, people })).toBe("2026-11-27T13:00:00.000Z");
  expect(canRemind({ ...request, people }, now)).toBe(false);
  expect(canRemind({ ...request, people: [...people, emailed("2026-11-26T12:00:00Z")] }, now)).toBe(true);
  expect(canRemind({ ...request, people: [...people, emailed(null)] }, now)).toBe(true);
  expect(remindableFrom({ ...request, people: [emailed(null, { isMuted: true })] })).toBeNull();
  expect(remindableFrom({ ...request, phase: "paused" as const })).toBeNull();
});

test("counts the reminders that were sent", () => {
  expect(sentText({ people: [recipient({ remindersSent: 1 })], reminderPlan })).toBe(
    "1 of 6 reminders sent.",
  );
  expect(sentText({ people: [recipient({ remindersSent: 7 })], reminderPlan })).toBe("7 reminders sent.");
  expect(
    sentText({
      people: [recipient({ remindersSent: 1 }), recipient({ remindersSent: 2 })],
      reminderPlan,
    }),
  ).toBe("Up to 2 of 6 reminders sent per person.");
});
