import type { RequestHandler } from "express";

/** A shared cache that stored a sign-in response would hand one person's session to the next. */
export const noStore: RequestHandler = (_request, response, next) => {
  response.set({
    "Cache-Control": "private, no-cache, no-store, must-revalidate, max-age=0",
    Expires: "0",
    Pragma: "no-cache",
  });
  next();
};
