import type { RequestHandler } from "express";

/** Forms of ours carry at most a few fields, in bytes. */
const maxBytes = 4096;

/** Nothing here reads a body, so a large or endless one is turned away with its connection. */
export const smallBody: RequestHandler = (request, response, next) => {
  const length = Number(request.get("Content-Length") ?? "0");
  if (request.get("Transfer-Encoding") === undefined && length <= maxBytes) next();
  else response.status(400).set("Connection", "close").type("text/plain").send("The form is too large.\n");
};
