import type { Session } from "@supabase/supabase-js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { deviceStore } from "../browser-store.ts";
import { storeSession } from "./store-session.ts";
import { clearCookies } from "../../testing/cookies.ts";
import { sessionOf, type TestPerson } from "../../testing/sessions.ts";
import { persistSession } from "./persist-session.ts";
import { readSessionCookie } from "./session-cookie.ts";
import { inAsAnna } from "./session.fixtures.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const as = (person: TestPerson): Session => ({ ...sessionOf(person), token_type: "bearer" });
const once = as({});
const twice = as({ aal: "aal2", hasFactor: true });
const long: Session = { ...twice, user: { ...twice.user, user_metadata: { name: "n".repeat(6000) } } };
const level = () => readSessionCookie().who?.aal;
const isNoted = () => deviceStore.read("sheaf:persisted") !== null;

/** Sends one session; `meanwhile` runs before the response writes that session back to the cookies. */
async function persist(
  meanwhile: () => Session | null,
  options: { lateEvent?: boolean; succeeds?: boolean } = {},
) {
  const { lateEvent = false, succeeds = true } = options;
  let latest: Session | null = once;
  let late: Session | null = once;
  storeSession(once);
  await persistSession(inAsAnna, {
    latest: () => latest,
    send: () => {
      late = meanwhile();
      if (!lateEvent) latest = late;
      if (succeeds) storeSession(once);
      return Promise.resolve(succeeds);
    },
  });
  latest = late;
}

const raise = (session: Session) => () => {
  storeSession(session);
  return session;
};

test("without changes in the meantime the response counts for a day", async () => {
  await persist(() => once);
  expect(level()).toBe("aal1");
  expect(isNoted()).toBe(true);
});

test("a session raised during the request is restored and due again", async () => {
  await persist(raise(twice));
  expect(level()).toBe("aal2");
  expect(isNoted()).toBe(false);
});

test("a chunked session is restored completely", async () => {
  await persist(raise(long));
  expect(document.cookie).toContain("sheaf-auth.1=");
  expect(document.cookie).not.toContain("sheaf-auth=");
  expect(level()).toBe("aal2");
});

test("a session that another tab announces after the response is restored", async () => {
  await persist(raise(twice), { lateEvent: true });
  expect(level()).toBe("aal1");
  vi.advanceTimersByTime(1000);
  await vi.waitFor(() => expect(level()).toBe("aal2"));
});

test("a response after a sign-out does not restore the session", async () => {
  await persist(() => null);
  clearCookies();
  vi.advanceTimersByTime(1000);
  await Promise.resolve();
  expect(document.cookie).toBe("");
});

test("a failed request is retried on the next trigger", async () => {
  await persist(raise(twice), { succeeds: false });
  expect(level()).toBe("aal2");
  expect(isNoted()).toBe(false);
});
