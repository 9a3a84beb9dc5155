import type { CookieNames } from "@sheaf/contract/cookies";
import type { ErrorCode } from "@sheaf/contract/errors/describe-error";
import { safeNextPath } from "@sheaf/contract/next-path";
import { pages } from "@sheaf/contract/pages";
import type { FlashType, LinkType } from "@sheaf/contract/sidecar";
import type { RequestHandler } from "express";
import { seeOther, toLinkProblem } from "../see-other.ts";
import { readCallback } from "../session/callback-parameters.ts";
import { type CookieWrite, removeStaleSession } from "../session/cookie-jar.ts";
import type { Exchange } from "../session/exchange.ts";
import { flashCookie } from "../session/flash.ts";
import { requestCookies } from "../session/request-cookies.ts";
import { hasStoredSession } from "../session/stored-session.ts";
import { writeCookies } from "../session/write-cookies.ts";

/** Failures that a repeated call has: the first one already did the work. */
const alreadyDone: ReadonlySet<ErrorCode> = new Set([
  "pkce_code_verifier_not_found",
  "flow_state_not_found",
  "flow_state_already_used",
]);

/** `GET /auth/callback`: the end of a code exchange. */
export function callbackRoute(deps: {
  exchange: Exchange;
  names: CookieNames;
  secure: boolean;
}): RequestHandler {
  const { names, secure } = deps;

  return async (request, response) => {
    const next = safeNextPath(request.query["next"]);
    const callback = readCallback(request.query);
    if (callback.kind === "failed") return toLinkProblem(response, { code: callback.code, next });
    if (callback.kind === "half-done")
      return toLinkProblem(response, { code: "email_change.half_done", next });

    const cookies = requestCookies(request);
    const result = await deps.exchange({
      cookies,
      code: callback.code,
      flowId: callback.flowId,
      userAgent: (request.get("User-Agent") ?? "").replaceAll(/[^\x20-\x7e]/g, "").slice(0, 256),
      address: request.ip ?? "",
    });

    if (!result.ok) {
      if (alreadyDone.has(result.code) && (await hasStoredSession(names, cookies))) {
        response.locals["outcome"] = "repeated";
        return seeOther(response, next ?? pages.landing.href());
      }
      writeCookies(response, { secure }, result.writes);
      return toLinkProblem(response, { code: result.code, next });
    }

    const type = flashType(callback.type, result.recovery);
    writeCookies(response, { secure }, [
      ...result.writes,
      ...removeStaleSession({ names, cookies, writes: result.writes }),
      ...removeFlowMarker(names, callback.flowId),
      flashCookie(names, { type, session_id: result.sessionId }),
    ]);
    response.locals["outcome"] = type;
    // A recovery stays with its own page: a destination from its link would lead around the new password.
    seeOther(response, type === "recovery" || next === undefined ? pages.landing.href() : next);
  };
}

function flashType(type: LinkType | undefined, recovery: boolean): FlashType {
  if (recovery || type === "recovery") return "recovery";
  return type === "email_change" ? "email-change" : "sign-in";
}

/** The flow is over: its marker would say that the verifier, now used up, is still good. */
function removeFlowMarker(names: CookieNames, flowId: string | undefined): CookieWrite[] {
  return flowId === undefined ? [] : [{ name: names.flow + flowId, value: "", maxAge: 0 }];
}
