import type { RequestHandler } from "express";

/** Largest form we send, in bytes. */
const maxBytes = 4096;

/** No endpoint reads a body, so a large or endless one is refused and its connection closed. */
export const smallBody: RequestHandler = (request, response, next) => {
  const length = Number(request.get("Content-Length") ?? "0");
  if (request.get("Transfer-Encoding") === undefined && length <= maxBytes) next();
  else response.status(400).set("Connection", "close").type("text/plain").send("Request body too large.\n");
};
