import type { FlashType } from "@sheaf/contract/sidecar";
import type { SessionState } from "./session.ts";
import type { SessionInput, Who } from "./session.models.ts";

export const anna: Who = {
  userId: "anna",
  email: "anna@lind.example",
  sessionId: "s1",
  aal: "aal1",
  needsSecondFactor: false,
  mustEnroll: false,
};
export const mats: Who = { ...anna, userId: "mats", email: "mats@lind.example", sessionId: "s3" };
export const withFactor: Who = { ...anna, needsSecondFactor: true };
export const afterBackupCode: Who = { ...anna, mustEnroll: true };
export const verified: Who = { ...anna, aal: "aal2" };

const { needsSecondFactor: _, mustEnroll: __, ...annaIdentity } = anna;
export const unknown: SessionState = { status: "unknown", offline: false };
export const offline: SessionState = { status: "unknown", offline: true };
export const out: SessionState = { status: "out" };
export const inAsAnna: SessionState = { status: "in", ...annaIdentity };
export const waiting: SessionState = { status: "needs-second-factor", ...annaIdentity };
export const enrolling: SessionState = { status: "must-enroll", ...annaIdentity };
export const recovering: SessionState = {
  status: "recovering",
  needsSecondFactor: false,
  mustEnroll: false,
  ...annaIdentity,
};
export const states = [unknown, offline, out, inAsAnna, waiting, enrolling, recovering];

export type EventInput = Extract<SessionInput, { type: "event" }>;
export const event = (name: EventInput["event"], over: Partial<EventInput> = {}): EventInput => ({
  type: "event",
  event: name,
  who: null,
  // An event with a session implies a cookie, unless the test overrides it.
  cookie: over.who !== undefined && over.who !== null,
  flash: null,
  resetOf: null,
  here: undefined,
  ...over,
});
export const flash = (type: FlashType, session_id = "s1") => ({
  type,
  session_id,
});
