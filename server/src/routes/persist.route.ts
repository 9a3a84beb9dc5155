import { type CookieNames, sessionCookieAttributes } from "@sheaf/contract/cookies";
import type { RequestHandler, Response } from "express";
import type { CheckClaims } from "../session/check-claims.ts";
import { removeStaleSession } from "../session/cookie-jar.ts";
import { requestCookies } from "../session/request-cookies.ts";
import { readStoredSession } from "../session/stored-session.ts";
import { writeCookies } from "../session/write-cookies.ts";

/**
 * The browser renews a session when less than 90 s are left. An answer that crossed with that would put the old,
 * used-up session over the new one, so nothing is written from here on. Seconds.
 */
const renewalNear = 120;

/**
 * `POST /auth/persist`: sends the session cookies of the request back by `Set-Cookie`. Safari forgets what scripts
 * wrote after seven days, and after each renewal in the page the session is such a cookie.
 * The values stay as they are: nothing is renewed and nothing new is granted.
 */
export function persistRoute(deps: {
  checkClaims: CheckClaims;
  names: CookieNames;
  secure: boolean;
}): RequestHandler {
  const { names, secure } = deps;

  return async (request, response) => {
    const cookies = requestCookies(request);
    const session = await readStoredSession(names, cookies);
    if (!session) return end(response, 401, "no session");

    const claims = await deps.checkClaims(session.accessToken);
    if (claims.kind === "refused") return end(response, 401, "not accepted");
    if (claims.kind === "unreachable") return end(response, 503, "service.unavailable");
    if (claims.secondsLeft < renewalNear) return end(response, 409, "renewal near");

    const { maxAge } = sessionCookieAttributes;
    const writes = session.cookies.map((name) => ({ name, value: cookies.get(name) ?? "", maxAge }));
    writeCookies(response, { secure }, [...writes, ...removeStaleSession({ names, cookies, writes })]);
    end(response, 204, "kept");
  };
}

function end(response: Response, status: number, outcome: string): void {
  response.locals["outcome"] = outcome;
  response.status(status).end();
}
