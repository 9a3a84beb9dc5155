import { pages } from "@sheaf/contract/pages";
import type { ErrorCode } from "@sheaf/contract/errors/describe-error";
import type { AttemptType } from "@sheaf/contract/sidecar";
import type { Response } from "express";

/**
 * 303 with an empty body; Express's own redirect would write the URL into a page. `location` is already encoded.
 */
export function seeOther(response: Response, location: string): void {
  response.status(303).set("Location", location).end();
}

/**
 * Redirects to the page that explains the problem. The empty fragment at the end replaces one that a service may
 * have added to our URL; a browser would otherwise carry it along with its error texts.
 */
export function toLinkProblem(
  response: Response,
  problem: { code: ErrorCode; type: AttemptType | undefined; next?: string | undefined },
): void {
  const { code, type, next } = problem;
  response.locals["outcome"] = code;
  const parameters = { code, ...(type !== undefined && { type }), ...(next !== undefined && { next }) };
  seeOther(response, `${pages.linkProblem.href(parameters)}#`);
}
