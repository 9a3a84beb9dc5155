import type { ErrorCode } from "@sheaf/contract/errors/describe-error";
import type { RequestHandler, Response } from "express";
import { toLinkProblem } from "./see-other.ts";
import { attemptType } from "../session/parameters.ts";

/** Marks an endpoint called only by scripts: refusals are plain statuses instead of pages. */
export const calledByScript: RequestHandler = (_request, response, next) => {
  response.locals["script"] = true;
  next();
};

/** Refuses a request: redirects to the page that offers a next step, or sends only `status` to a script. */
export function refuse(response: Response, refusal: { status: number; code: ErrorCode }): void {
  const { status, code } = refusal;
  if (response.locals["script"] !== true) {
    return toLinkProblem(response, { code, type: attemptType(response.req.query["type"]) });
  }
  response.locals["outcome"] = code;
  response.status(status).end();
}
