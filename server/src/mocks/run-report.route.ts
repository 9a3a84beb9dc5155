import type { RequestHandler } from "express";
import type { PlayedRun } from "./played-run.ts";

/** `GET /mocks/run`: the sidecar's part of the report. */
export function runReportRoute(run: PlayedRun | undefined): RequestHandler {
  return (_request, response) => {
    if (run) response.json(run.report());
    else response.status(404).json({ error: "No run: the cookie is missing or names an unknown tape." });
  };
}
