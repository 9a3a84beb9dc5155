import { type CookieNames, flashMaxAge, pressedLink } from "@sheaf/contract/cookies";
import { pages } from "@sheaf/contract/pages";
import { type LinkType, sidecarPaths } from "@sheaf/contract/sidecar";
import type { RequestHandler } from "express";
import { seeOther, toLinkProblem } from "../http/see-other.ts";
import { nextElsewhere } from "../session/destination.ts";
import { type LinkTarget, readLinkTarget } from "../session/link-target.ts";
import { callbackType, linkType, single, tokenHashPattern } from "../session/parameters.ts";
import { requestCookies } from "../session/request-cookies.ts";
import { isStartedHere } from "../session/started-here.ts";
import { writeCookies } from "../session/write-cookies.ts";

interface ConfirmedLink extends LinkTarget {
  tokenHash: string;
  type: LinkType;
}

/** `POST /auth/confirm`: someone pressed the button on our page. */
export function confirmRoute(deps: {
  siteUrl: string;
  platformUrl: string;
  names: CookieNames;
  secure: boolean;
}): RequestHandler {
  const { names, secure } = deps;
  return (request, response) => {
    const type = linkType(request.query["type"]);
    const tokenHash = single(request.query["token_hash"], tokenHashPattern);
    const { next, flowId } = readLinkTarget(request.query["redirect_to"], deps.siteUrl);
    const cookies = requestCookies(request);
    const startedHere = isStartedHere({ flowId, cookies, names });
    const target = { flowId, next: startedHere ? next : nextElsewhere(next) };
    if (type === undefined || tokenHash === undefined) {
      return toLinkProblem(response, { code: "link.incomplete", type, next: target.next });
    }

    const link: ConfirmedLink = { ...target, type, tokenHash };
    const exchangeable = startedHere && isExchangeable(link, cookies, names);
    response.locals["outcome"] = exchangeable ? "same browser" : "other browser";
    // Any site can link directly to that page; this cookie shows that the button was pressed here.
    const pressed = { name: names.pressed, value: pressedLink(tokenHash), maxAge: flashMaxAge };
    if (!exchangeable) writeCookies(response, { secure }, [pressed]);
    seeOther(response, exchangeable ? verifyAddress(link, deps) : signedInAsAddress(link));
  };
}

/**
 * True if the platform still has the flow that this browser started. A wrong guess uses up the link before the exchange
 * fails. Only the page itself can verify the type `email`.
 */
function isExchangeable(
  { tokenHash, type, flowId }: ConfirmedLink,
  cookies: ReadonlyMap<string, string>,
  names: CookieNames,
): boolean {
  return tokenHash.startsWith("pkce_") && type !== "email" && cookies.has(`${names.flow}${flowId}`);
}

/** The platform's verify endpoint, which redirects to our callback with a code. */
function verifyAddress(
  { tokenHash, type, next, flowId }: ConfirmedLink,
  deps: { siteUrl: string; platformUrl: string },
): string {
  const callback = new URL(sidecarPaths.callback, deps.siteUrl);
  if (next !== undefined) callback.searchParams.set("next", next);
  const attemptType = callbackType(type);
  if (attemptType !== undefined) callback.searchParams.set("type", attemptType);
  if (flowId !== undefined) callback.searchParams.set("sb_flow_id", flowId);

  const verify = new URL("/auth/v1/verify", deps.platformUrl);
  verify.search = new URLSearchParams({ token: tokenHash, type, redirect_to: callback.href }).toString();
  return verify.href;
}

/** The page that verifies the link itself. A fragment stays in the browser and appears in no log or referrer. */
function signedInAsAddress({ tokenHash, type, next }: ConfirmedLink): string {
  const parameters = new URLSearchParams({ token_hash: tokenHash, type });
  if (next !== undefined) parameters.set("next", next);
  return `${pages.signedInAs.href()}#${parameters.toString()}`;
}
