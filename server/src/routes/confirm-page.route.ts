import type { RequestHandler } from "express";
import { confirmPage } from "../plain-pages/confirm.page.ts";
import { toLinkProblem } from "../http/see-other.ts";
import { linkType, single, tokenHashPattern } from "../session/parameters.ts";

/**
 * `GET /auth/confirm`: a page with one button and no side effects. Email scanners and previews follow every link; a
 * link that signed in on GET would be used up before the recipient sees it.
 */
export const confirmPageRoute: RequestHandler = (request, response) => {
  if (request.method === "HEAD") return void response.status(200).type("html").end();
  const type = linkType(request.query["type"]);
  if (type === undefined || single(request.query["token_hash"], tokenHashPattern) === undefined) {
    return toLinkProblem(response, { code: "link.incomplete", type });
  }
  // Without a referrer the form would be posted with the origin `null`.
  response.set("Referrer-Policy", "same-origin").type("html").send(confirmPage(type));
};
