import { expect, test } from "vitest";
import { requestPerson } from "../../../data/requests/request.fixtures.ts";
import { hasLateInvitation, personState } from "./person-state.models.ts";

const now = new Date("2026-11-20T12:00:00Z");
const seen = { lastSeenAt: "2026-11-20T10:00:00Z" };

test.each([
  [{}, true, "Invitation on its way"],
  [{}, false, "Has not opened it"],
  [{ isInvited: true }, true, "Invited, has not opened it"],
  [{ isInvited: true, ...seen }, true, "Last here 2 h ago"],
  [{ isUnreachable: true }, true, "We can’t email this address. Correct it, or share the link yourself."],
  [{ isMuted: true, ...seen }, true, "Last here 2 h ago. Wants no email about this request."],
])("%o, inviting: %s", (person, isInviting, text) => {
  expect(personState(requestPerson(person), { isInviting, now })).toBe(text);
});

const late = {
  people: [requestPerson({})],
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
  ["that left", { people: [requestPerson({ isInvited: true })] }, false],
  ["to a recipient who can't be emailed", { people: [requestPerson({ isUnreachable: true })] }, false],
] as const)("an invitation %s", (_, over, isLate) => {
  expect(hasLateInvitation({ ...late, ...over }, now)).toBe(isLate);
});
