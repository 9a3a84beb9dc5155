import type { RequestHandler } from "express";

/** A shared cache that stored a sign-in response would serve one user's session to another. */
export const noStore: RequestHandler = (_request, response, next) => {
  response.set({
    "Cache-Control": "private, no-cache, no-store, must-revalidate, max-age=0",
    Expires: "0",
    Pragma: "no-cache",
  });
  next();
};
