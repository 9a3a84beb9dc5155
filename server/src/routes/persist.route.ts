import { type CookieNames, sessionCookieAttributes } from "@sheaf/contract/cookies";
import type { RequestHandler, Response } from "express";
import type { CheckClaims } from "../session/check-claims.ts";
import { removeStaleSession } from "../session/stale-session.ts";
import { requestCookies } from "../session/request-cookies.ts";
import { readStoredSession } from "../session/stored-session.ts";
import { writeCookies } from "../session/write-cookies.ts";

/**
 * The browser renews a session that has less than 90 s left. A response that crosses with the renewal would
 * overwrite the new session with the used one, so nothing is written from here on. Seconds.
 */
const renewalNear = 120;

/**
 * `POST /auth/persist`: sends the request's session cookies back by `Set-Cookie`. Safari deletes cookies written by
 * scripts after seven days, and every renewal in the page writes one.
 *
 * The values are unchanged: nothing is renewed or granted.
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
    end(response, 204, "persisted");
  };
}

function end(response: Response, status: number, outcome: string): void {
  response.locals["outcome"] = outcome;
  response.status(status).end();
}
