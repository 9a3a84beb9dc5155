import type { RequestHandler } from "express";
import { refuse } from "../http/refuse.ts";

/**
 * Accepts requests from our own pages only, comparing `Origin` with the configured origin and never with `Host`.
 * Pages that send no referrer post with the origin `null`; `Sec-Fetch-Site: same-origin` vouches for them.
 */
export function ownOrigin(siteUrl: string): RequestHandler {
  return (request, response, next) => {
    const origin = request.get("Origin");
    const site = request.get("Sec-Fetch-Site");
    const own =
      (origin === siteUrl && (site === undefined || site === "same-origin")) ||
      (origin === "null" && site === "same-origin");
    if (own) next();
    else refuse(response, { status: 403, code: "link.other_page" });
  };
}
