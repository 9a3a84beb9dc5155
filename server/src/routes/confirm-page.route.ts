import type { RequestHandler } from "express";
import { confirmPage } from "../confirm-page/confirm.page.ts";
import { toLinkProblem } from "../see-other.ts";
import { linkType, single, tokenHashPattern } from "../session/parameters.ts";

/**
 * `GET /auth/confirm`: a page with one button, and nothing else happens. Mail scanners and previews follow every
 * link they find; one that signed in by being fetched would be used up before the person sees it.
 */
export const confirmPageRoute: RequestHandler = (request, response) => {
  if (request.method === "HEAD") return void response.status(200).type("html").end();
  const type = linkType(request.query["type"]);
  if (type === undefined || single(request.query["token_hash"], tokenHashPattern) === undefined) {
    return toLinkProblem(response, { code: "link.incomplete", type });
  }
  // Without a referrer the form's own request would have the origin `null`.
  response.set("Referrer-Policy", "same-origin").type("html").send(confirmPage(type));
};
