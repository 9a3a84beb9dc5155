import type { CookieNames } from "@sheaf/contract/cookies";
import type { ErrorCode } from "@sheaf/contract/errors/describe-error";
import { safeNextPath } from "@sheaf/contract/next-path";
import { pages } from "@sheaf/contract/pages";
import type { CallbackType } from "@sheaf/contract/sidecar";
import type { RequestHandler } from "express";
import { seeOther, toLinkProblem } from "../http/see-other.ts";
import { readCallback } from "../session/callback-parameters.ts";
import { removeStaleSession } from "../session/stale-session.ts";
import { destination, flashType, nextElsewhere } from "../session/destination.ts";
import type { EndSession } from "../session/end-session.ts";
import type { Exchange } from "../session/exchange.ts";
import { flashCookie } from "../session/flash.ts";
import { requestCookies } from "../session/request-cookies.ts";
import { removeSpentFlow } from "../session/spent-flow.ts";
import { isStartedHere } from "../session/started-here.ts";
import { readStoredSession } from "../session/stored-session.ts";
import { sessionIdOf, signedInAt } from "../session/token-claims.ts";
import { writeCookies } from "../session/write-cookies.ts";

/** Failures of a repeated request whose first run already succeeded. */
const alreadyDone: ReadonlySet<ErrorCode> = new Set([
  "pkce_code_verifier_not_found",
  "flow_state_not_found",
  "flow_state_already_used",
]);

/** Longest time between a sign-in and a repeated request for it, in seconds. */
const repeatedWithin = 3600;

/** `GET /auth/callback`: the end of a code exchange. */
export function callbackRoute(deps: {
  exchange: Exchange;
  endSession: EndSession;
  names: CookieNames;
  secure: boolean;
}): RequestHandler {
  const { names, secure } = deps;

  return async (request, response) => {
    // Scanners send HEAD before they follow a link, and a code works once.
    if (request.method === "HEAD") return void response.status(200).end();
    const next = safeNextPath(request.query["next"]);
    const callback = readCallback(request.query);
    const { flowId } = callback;
    const cookies = requestCookies(request);
    // Without an exchange, only the flow's cookie shows that this browser chose `next` and not a stranger.
    const unproven = isStartedHere({ flowId, cookies, names }) ? next : nextElsewhere(next);
    const explain = (code: ErrorCode) =>
      toLinkProblem(response, { code, type: callback.type, next: unproven ?? startOf(callback.type) });
    if (callback.kind === "problem") return explain(callback.code);

    const before = await readStoredSession(names, cookies);
    const result = await deps.exchange({
      cookies,
      code: callback.code,
      flowId,
      userAgent: (request.get("User-Agent") ?? "").replaceAll(/[^\x20-\x7e]/g, "").slice(0, 256),
      address: request.ip ?? "",
    });
    const type = flashType(callback.type, result.ok && result.recovery);

    if (!result.ok) {
      if (alreadyDone.has(result.code) && before && isRecent(before.accessToken)) {
        response.locals["outcome"] = "repeated";
        return seeOther(response, destination(type, unproven));
      }
      const { writes, final } = result;
      const leftovers = final ? removeSpentFlow({ names, cookies, flowId, writes }) : [];
      writeCookies(response, { secure }, [...writes, ...leftovers]);
      return explain(result.code);
    }

    const { sessionId, writes } = result;
    writeCookies(response, { secure }, [
      ...writes,
      ...removeStaleSession({ names, cookies, writes }),
      ...removeSpentFlow({ names, cookies, flowId, writes }),
      flashCookie(names, { type, session_id: sessionId }),
    ]);
    response.locals["outcome"] = type;
    seeOther(response, destination(type, next));
    if (before && sessionIdOf(before.accessToken) !== sessionId) void deps.endSession(before.accessToken);
  };
}

/** The page where this kind of flow starts; a sign-in may start anywhere. */
function startOf(type: CallbackType | undefined): string | undefined {
  return type === "email_change" || type === "link" ? pages.security.href() : undefined;
}

/**
 * True if the current session may come from the same link a moment ago, rather than from someone signed in before.
 */
function isRecent(accessToken: string): boolean {
  const since = Date.now() / 1000 - signedInAt(accessToken);
  return since < repeatedWithin;
}
