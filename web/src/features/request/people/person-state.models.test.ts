import { expect, test } from "vitest";
import { requestPerson } from "../../../data/requests/request.fixtures.ts";
import { personState } from "./person-state.models.ts";

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
