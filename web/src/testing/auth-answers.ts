import { authAnswers } from "@sheaf/mocks/handlers/auth";
import { rpcAnswers } from "@sheaf/mocks/handlers/rest";
import type { MockServer } from "@sheaf/mocks/node";
import { HttpResponse, http } from "msw/http";
import { sessionOf, type TestPerson } from "./sessions.ts";

type Fault = Parameters<MockServer["use"]>[number];

/** Verifying a code or link succeeds and signs this user in. */
export function authSignsIn(person: TestPerson = {}): Fault {
  return (platformUrl) =>
    http.post(`${platformUrl}/auth/v1/verify`, () => HttpResponse.json(sessionOf(person)));
}

/** Refreshing an expired session succeeds. */
export function authRefreshes(person: TestPerson = {}): Fault {
  return (platformUrl) =>
    http.post(`${platformUrl}/auth/v1/token`, () => HttpResponse.json(sessionOf(person)));
}

/** Signing out succeeds at the service, and the sidecar clears the cookies. */
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

/** The account in the shape that Auth returns to its owner. */
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

/** Reading the own account succeeds. */
export function authKnows(account: TestAccount | (() => TestAccount)): Fault {
  const now = typeof account === "function" ? account : () => account;
  return authAnswers({ path: "/user", body: () => accountOf(now()) });
}

/** Verifying a code of this factor succeeds and raises the session to `aal2`. */
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

/** Changing the signed-in account, for example its password, succeeds. */
export function authTakesChanges(person: TestPerson = {}): Fault {
  return authAnswers({ method: "put", path: "/user", body: () => sessionOf(person).user });
}

/** No workspace requires a second factor of this session. */
export const accessIsComplete: Fault = rpcAnswers({
  fn: "my_access",
  returns: [{ second_factor_required: false, must_enroll: false }],
});

/** The user signed in recently, so nothing has to be confirmed. */
export const proofIsFresh: Fault = rpcAnswers({
  fn: "record_proof",
  returns: "2100-01-01T00:00:00+00:00",
});

/** The session is valid. */
export const sessionIsValid: Fault = (platformUrl) =>
  http.get(`${platformUrl}/auth/v1/user`, () => HttpResponse.json(sessionOf().user));

/** Sign-in methods that are turned on in addition to email. */
export function authOffers(offered: { providers?: string[]; passkeys?: boolean }): Fault {
  const { providers = [], passkeys = false } = offered;
  const external = Object.fromEntries(providers.map((id) => [id, true]));
  return authAnswers({ path: "/settings", body: { external, passkeys_enabled: passkeys } });
}
