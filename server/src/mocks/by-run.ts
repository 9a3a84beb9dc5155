import { runCookie } from "@sheaf/mocks/run";
import type { RequestHandler } from "express";
import type { HttpHandler } from "msw/http";
import { requestCookies } from "../session/request-cookies.ts";
import type { MockNetwork } from "./mock-network.ts";
import type { RunClock } from "./run-clock.ts";
import type { Runs } from "./runs.ts";

/** What a run's requests are answered with, and in which time. */
export interface RunStage {
  /** Where the clock stands, in milliseconds since 1970. */
  at: number;
  handlers: readonly HttpHandler[];
}

/** Leads each request to its run's own application, on the run's own stage; requests of no run to `outside`. */
export function byRun<Stage extends RunStage>(
  deps: { runs: Runs<Stage>; clock: RunClock; network: MockNetwork },
  inside: (stage: Stage) => RequestHandler,
  outside: RequestHandler,
): RequestHandler {
  const { runs, clock, network } = deps;
  return async (request, response, next) => {
    const stage = await runs.of(requestCookies(request).get(runCookie));
    if (!stage) return outside(request, response, next);
    return clock.during(stage.at, () =>
      network.during(stage.handlers, () => {
        // Node would write the machine's time, and pages compare their clock with it.
        response.set("Date", new Date().toUTCString());
        return inside(stage)(request, response, next);
      }),
    );
  };
}
