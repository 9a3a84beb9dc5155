import { pages } from "@sheaf/contract/pages";
import type { ErrorCode } from "@sheaf/contract/errors/describe-error";
import type { AttemptType } from "@sheaf/contract/sidecar";
import type { Response } from "express";

/** 303 with an empty body: Express's own redirect writes the address into a page. `location` is already encoded. */
export function seeOther(response: Response, location: string): void {
  response.status(303).set("Location", location).end();
}

/**
 * Sends the person to the page that says what went wrong. The empty fragment at the end replaces the one that a
 * service may have put behind our address, which a browser would otherwise carry along with its error texts.
 */
export function toLinkProblem(
  response: Response,
  problem: { code: ErrorCode; type: AttemptType | undefined; next?: string | undefined },
): void {
  const { code, type, next } = problem;
  response.locals["outcome"] = code;
  const told = { code, ...(type !== undefined && { type }), ...(next !== undefined && { next }) };
  seeOther(response, `${pages.linkProblem.href(told)}#`);
}
