import { expect, test } from "vitest";
import type { Invitation } from "../../../data/invitations/invitation.models.ts";
import { invitationText } from "./invitation-text.models.ts";

const now = new Date("2026-11-25T12:00:00");
const invitation: Invitation = {
  id: "i1",
  email: "sam@okafor-lind.example",
  role: "member",
  inviterName: "Nora Okafor",
  sentAt: "2026-11-22T09:00:00",
  expiresAt: "2026-12-06T09:00:00",
  state: "open",
  isEmailed: true,
  isUnreachable: false,
};

test.each([
  [{}, /^Invited Sun.* 22.*, expires in 11 days$/],
  [{ sentAt: "2026-11-25T09:00:00" }, /^Invited today, expires in 11 days$/],
  [{ expiresAt: "2026-11-26T09:00:00" }, /expires in 1 day$/],
  [{ expiresAt: "2026-11-25T23:00:00" }, /expires today$/],
  [{ state: "expired", expiresAt: "2026-11-24T09:00:00" }, /^Invited Sun.* 22.*, expired Tue.* 24/],
  [{ isEmailed: false }, /^Email on its way, expires in 11 days$/],
  [{ state: "void" }, /^Nora Okafor can no longer invite people\. Send it again in your name\.$/],
  [{ isUnreachable: true }, /^We can’t email this address\.$/],
] as const)("an invitation with %j", (change, text) => {
  expect(invitationText({ ...invitation, ...change }, now)).toMatch(text);
});
