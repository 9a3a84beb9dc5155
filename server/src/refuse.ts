import type { ErrorCode } from "@sheaf/contract/errors/describe-error";
import type { RequestHandler, Response } from "express";
import { toLinkProblem } from "./see-other.ts";
import { attemptType } from "./session/parameters.ts";

/** Marks an endpoint that no person ever opens: its refusals are plain statuses, not pages. */
export const calledByScript: RequestHandler = (_request, response, next) => {
  response.locals["script"] = true;
  next();
};

/** Turns a request away: with the page that offers a way on, or to a script with `status` alone. */
export function refuse(response: Response, refusal: { status: number; code: ErrorCode }): void {
  const { status, code } = refusal;
  if (response.locals["script"] !== true) {
    return toLinkProblem(response, { code, type: attemptType(response.req.query["type"]) });
  }
  response.locals["outcome"] = code;
  response.status(status).end();
}
