import type { ErrorCode } from "@sheaf/contract/errors/describe-error";
import type { RequestHandler, Response } from "express";
import { toLinkProblem } from "./see-other.ts";
import { attemptType } from "../session/parameters.ts";

/** Marks an endpoint called only by scripts: refusals are plain statuses instead of pages. */
export const calledByScript: RequestHandler = (_request, response, next) => {
  response.locals["script"] = true;
  next();
};

/** Marks an endpoint that mail programs call too: refusals are this page, with their status and no redirect. */
export function refusedWith(page: string): RequestHandler {
  return (_request, response, next) => {
    response.locals["page"] = page;
    next();
  };
}

/**
 * Refuses a request: redirects to the page that offers a next step, or sends `status` to a script, or with a page to a
 * mail program.
 */
export function refuse(response: Response, refusal: { status: number; code: ErrorCode }): void {
  const { status, code } = refusal;
  const page: unknown = response.locals["page"];
  if (typeof page === "string") {
    response.locals["outcome"] = code;
    return void response.status(status).type("html").send(page);
  }
  if (response.locals["script"] !== true) {
    return toLinkProblem(response, { code, type: attemptType(response.req.query["type"]) });
  }
  response.locals["outcome"] = code;
  response.status(status).end();
}
