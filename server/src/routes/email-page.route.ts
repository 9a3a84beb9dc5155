import type { RequestHandler } from "express";

/** The page behind a link in an email: a button and no side effects, because email scanners follow links too. */
export function emailPageRoute(page: string): RequestHandler {
  return (_request, response) => {
    response.type("html").send(page);
  };
}
