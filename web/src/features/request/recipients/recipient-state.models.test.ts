import { expect, test } from "vitest";
import { recipient } from "../../../data/requests/request.fixtures.ts";
import { hasLateInvitation, recipientState } from "./recipient-state.models.ts";

const now = new Date("2026-11-20T12:00:00Z");
const seen = { lastSeenAt: "2026-11-20T10:00:00Z" };

test.each([
  [{}, true, "Invitation on its way"],
  [{}, false, "Not opened yet"],
  [{ isInvited: true }, true, "Invited, not opened yet"],
  [{ isInvited: true, ...seen }, true, "Last here 2 h ago"],
  [{ isUnreachable: true }, true, "We can’t email this address. Correct it, or share the link yourself."],
  [{ isMuted: true, ...seen }, true, "Last here 2 h ago. Doesn’t want email about this request."],
])("%o, inviting: %s", (person, isInviting, text) => {
  expect(recipientState(recipient(person), { isInviting, now })).toBe(text);
});

const late = {
  people: [recipient({})],
  isInviting: true,
  phase: "open",
  sentAt: "2026-11-20T11:50:00Z",
} as const;

test.each([
  ["ten minutes after sending", {}, true],
  ["earlier", { sentAt: "2026-11-20T11:50:01Z" }, false],
  ["of a draft", { sentAt: null }, false],
  ["shared by its sender", { isInviting: false }, false],
  ["of a closed request", { phase: "closed" }, false],
  ["that left", { people: [recipient({ isInvited: true })] }, false],
  ["to a recipient who can't be emailed", { people: [recipient({ isUnreachable: true })] }, false],
] as const)("an invitation %s", (_, over, isLate) => {
  expect(hasLateInvitation({ ...late, ...over }, now)).toBe(isLate);
});
