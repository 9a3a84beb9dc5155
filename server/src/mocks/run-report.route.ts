import type { RequestHandler } from "express";
import type { PlayedRun } from "./played-run.ts";

/** `GET /mocks/run`: how far the sidecar's side of a run is. */
export function runReportRoute(run: PlayedRun | undefined): RequestHandler {
  return (_request, response) => {
    if (run) response.json(run.report());
    else response.status(404).json({ error: "No run: its cookie is not here, or names a tape that is not." });
  };
}
