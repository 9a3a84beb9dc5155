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
