import { describe, expect, test } from "vitest";
import type { ListedPerson, Person, PersonRequest } from "../../data/people/person.models.ts";
import {
  answerTimeText,
  emailTexts,
  foundText,
  localTime,
  openText,
  progressText,
  requestText,
  seenText,
  segmentsOf,
} from "./person-text.models.ts";

const options = { now: new Date("2026-11-25T12:00:00Z"), locale: "en-GB" };

const ana: ListedPerson = {
  id: "p1",
  label: "Ana Duarte",
  name: "Ana Duarte",
  email: "ana@duarte.example",
  client: "",
  phone: "",
  otherEmails: [],
  tags: [],
  openRequests: 1,
  left: 3,
  items: { accepted: 3, submitted: 2, returned: 1, missing: 2 },
  dueOn: "2026-11-28",
  promisedOn: null,
  isOpened: true,
  isInvited: true,
  lastSeenAt: null,
  answeredAt: null,
  unreached: null,
  requestId: "r1",
  position: "",
};

const textOf = (change: Partial<ListedPerson>) => openText({ ...ana, ...change }, options);

describe("a person's open requests", () => {
  test.each([
    [{}, "3 items left, due Sat 28 Nov"],
    [{ promisedOn: "2026-11-26" }, "3 items left, promised Thu 26 Nov"],
    [{ isOpened: false }, "3 items left, not opened yet"],
    [{ openRequests: 2, left: 1, dueOn: null }, "2 requests, 1 item left"],
    [{ left: 0 }, "2 to review"],
    [{ left: 0, items: { accepted: 8, submitted: 0, returned: 0, missing: 0 } }, "Nothing left"],
    [{ openRequests: 0, left: 0 }, "Nothing open"],
  ])("%j reads %s", (change, text) => {
    expect(textOf(change)).toEqual({ problem: null, isBounced: false, text });
  });

  test("is why they can't be emailed, if they can't", () => {
    const since = "2026-11-18T10:00:00Z";
    expect(textOf({ unreached: { why: "unreachable", since }, isInvited: false })).toEqual({
      problem: "Can’t receive email since Wed 18 Nov",
      isBounced: true,
      text: "Invitation not delivered",
    });
    expect(textOf({ unreached: { why: "muted", since } })).toEqual({
      problem: "Doesn’t want email",
      isBounced: false,
      text: "3 items left. Share the link yourself.",
    });
  });
});

test("the bar has one mark per item, the decided ones first", () => {
  expect(segmentsOf({ accepted: 1, submitted: 1, returned: 1, missing: 2 })).toEqual([
    "accepted",
    "submitted",
    "returned",
    "missing",
    "missing",
  ]);
});

test("a visit is told by its time, and by a word if there was none", () => {
  expect(seenText(null, options)).toBe("Never");
  expect(seenText("2026-11-25T12:00:00Z", options)).toBe("Just now");
});

test.each([
  [600, "Under an hour"],
  [3600, "1 hour"],
  [5 * 3600, "5 hours"],
  [2 * 86_400, "2 days"],
])("%i seconds to answer are told as %s", (seconds, text) => {
  expect(answerTimeText(seconds)).toBe(text);
});

test("the local time names the place, and an unknown zone nothing", () => {
  expect(localTime("Europe/Lisbon", options)).toEqual({ time: "12:00", place: "now in Lisbon" });
  expect(localTime("UTC", options)).toEqual({ time: "12:00", place: "their time" });
  expect(localTime("Nowhere/None", options)).toBeNull();
});

test.each([
  [{ matches: 1, isComplete: true }, "1 person found"],
  [{ matches: 0, isComplete: true }, "0 people found"],
  [{ matches: 7, isComplete: false }, "7 people found; others may match. Type more of the name."],
  [{ matches: 0, isComplete: false }, "Too many people to search. Type more of the name."],
])("a search with %j says “%s”", (found, text) => {
  expect(foundText(found)).toBe(text);
});

const request: PersonRequest = {
  id: "r1",
  title: "Tax return",
  status: "open",
  isPaused: false,
  closedAt: null,
  sentAt: "2026-11-20T10:00:00Z",
  dueOn: "2026-11-28",
  promisedOn: "2026-11-26",
  email: "ana@duarte.example",
  isHanded: false,
  left: 3,
  items: { accepted: 3, submitted: 2, returned: 1, missing: 2 },
};

test.each([
  [{}, "Due Sat 28 Nov, promised by Thu 26 Nov", "2 to review, 3 left"],
  [{ isHanded: true, isPaused: true, promisedOn: null }, "Single items, paused, due Sat 28 Nov", "3 missing"],
  [
    { dueOn: null, promisedOn: null, left: 0, items: { accepted: 8, submitted: 0, returned: 0, missing: 0 } },
    "No due date",
    "Nothing left",
  ],
  [{ status: "cancelled" as const }, "Cancelled", "3 of 8 accepted"],
  [{ status: "done" as const, closedAt: "2026-11-20T10:00:00Z" }, "Done Fri 20 Nov", "3 of 8 accepted"],
])("a request with %j reads “%s”", (change, text, progress) => {
  expect(requestText({ ...request, ...change }, options)).toBe(text);
  expect(progressText({ ...request, ...change })).toBe(progress);
});

test("the state of emails says what to do about it", () => {
  const person = { unreached: null, emailedAt: null, nextEmailAt: null, openRequests: 1 } as Person;
  expect(emailTexts(person, options)).toEqual({
    state: "Receives reminders and receipts.",
    times: "No email has been sent yet.",
  });
  const since = "2026-11-18T10:00:00Z";
  expect(emailTexts({ ...person, unreached: { why: "muted", since } }, options).state).toBe(
    "Doesn’t want email about an open request. Share the link yourself.",
  );
  expect(emailTexts({ ...person, openRequests: 0 }, options).state).toBe(
    "Nothing is open, so no reminders are sent.",
  );
});
