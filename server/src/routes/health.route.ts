import type { RequestHandler } from "express";

/** `GET /healthz`: the process responds. */
export const healthRoute: RequestHandler = (_request, response) => {
  response.json({ status: "alive" });
};
