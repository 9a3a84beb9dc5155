import { authAnswers } from "@sheaf/mocks/handlers/auth";
import type { MockServer } from "@sheaf/mocks/node";
import { HttpResponse, http } from "msw/http";
import { sessionOf, type TestPerson } from "./sessions.ts";

type Fault = Parameters<MockServer["use"]>[number];

/** A code or a link is good and signs this person in. */
export function authSignsIn(person: TestPerson = {}): Fault {
  return (platformUrl) =>
    http.post(`${platformUrl}/auth/v1/verify`, () => HttpResponse.json(sessionOf(person)));
}

/** The service renews an expired session. */
export function authRefreshes(person: TestPerson = {}): Fault {
  return (platformUrl) =>
    http.post(`${platformUrl}/auth/v1/token`, () => HttpResponse.json(sessionOf(person)));
}

/** The service ends a session, and the sidecar takes its cookies. */
export function signOutWorks(): Fault[] {
  return [
    (platformUrl) =>
      http.post(`${platformUrl}/auth/v1/logout`, () => new HttpResponse(null, { status: 204 })),
    () => http.post("*/auth/sign-out", () => new HttpResponse(null, { status: 204 })),
  ];
}

interface TestFactor {
  id: string;
  name: string;
  status?: "verified" | "unverified";
}

export interface TestAccount extends TestPerson {
  factors?: TestFactor[];
  newEmail?: string;
  identities?: { id: string; provider: string; email?: string }[];
}

/** The account as Auth describes it to its owner. */
export function accountOf({ factors = [], newEmail, identities = [], ...person }: TestAccount) {
  return {
    ...sessionOf(person).user,
    ...(newEmail && { new_email: newEmail }),
    factors: factors.map(({ id, name, status = "verified" }, index) => ({
      id,
      friendly_name: name,
      factor_type: "totp",
      status,
      created_at: `2026-11-0${index + 1}T09:00:00Z`,
      updated_at: `2026-11-0${index + 1}T09:00:00Z`,
    })),
    identities: identities.map(({ id, provider, email }) => ({
      identity_id: id,
      id,
      provider,
      identity_data: { ...(email && { email }) },
    })),
  };
}

/** What the person may read of their own account. */
export function authKnows(account: TestAccount | (() => TestAccount)): Fault {
  const now = typeof account === "function" ? account : () => account;
  return authAnswers({ path: "/user", body: () => accountOf(now()) });
}

/** A code of this factor is right and makes the session count as proven twice. */
export function factorAccepts({ factorId, ...person }: TestPerson & { factorId: string }): Fault[] {
  return [
    authAnswers({
      method: "post",
      path: `/factors/${factorId}/challenge`,
      body: { id: "challenge-1", type: "totp", expires_at: Math.floor(Date.now() / 1000) + 300 },
    }),
    authAnswers({
      method: "post",
      path: `/factors/${factorId}/verify`,
      body: () => sessionOf({ hasFactor: true, ...person, aal: "aal2" }),
    }),
  ];
}

/** The service takes a change to the account of whoever is signed in, a new password say. */
export function authTakesChanges(person: TestPerson = {}): Fault {
  return authAnswers({ method: "put", path: "/user", body: () => sessionOf(person).user });
}

/** The session stands, whoever asks with it. */
export const sessionStands: Fault = (platformUrl) =>
  http.get(`${platformUrl}/auth/v1/user`, () => HttpResponse.json(sessionOf().user));

/** What the service's configuration has switched on besides the mail. */
export function authOffers(offered: { providers?: string[]; passkeys?: boolean }): Fault {
  const { providers = [], passkeys = false } = offered;
  const external = Object.fromEntries(providers.map((id) => [id, true]));
  return authAnswers({ path: "/settings", body: { external, passkeys_enabled: passkeys } });
}
