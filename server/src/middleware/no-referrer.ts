import type { RequestHandler } from "express";

/** The address of a page may hold the token of an email. */
export const noReferrer: RequestHandler = (_request, response, next) => {
  response.set("Referrer-Policy", "no-referrer");
  next();
};
