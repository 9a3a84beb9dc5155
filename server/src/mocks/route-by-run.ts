import { runCookie } from "@sheaf/mocks/run";
import type { RequestHandler } from "express";
import type { HttpHandler } from "msw/http";
import { requestCookies } from "../session/request-cookies.ts";
import type { MockNetwork } from "./mock-network.ts";
import type { RunClock } from "./run-clock.ts";
import type { Runs } from "./runs.ts";

/** Handlers and time of one run. */
export interface RunContext {
  /** Milliseconds since 1970; the clock stands still at this time. */
  at: number;
  handlers: readonly HttpHandler[];
}

/** Routes each request to the application of its run. Requests without a run go to `outside`. */
export function routeByRun<Context extends RunContext>(
  deps: { runs: Runs<Context>; clock: RunClock; network: MockNetwork },
  inside: (context: Context) => RequestHandler,
  outside: RequestHandler,
): RequestHandler {
  const { runs, clock, network } = deps;
  return async (request, response, next) => {
    const context = await runs.of(requestCookies(request).get(runCookie));
    if (!context) return outside(request, response, next);
    return clock.during(context.at, () =>
      network.during(context.handlers, () => {
        // Node would send the real time, and pages compare their clock with it.
        response.set("Date", new Date().toUTCString());
        return inside(context)(request, response, next);
      }),
    );
  };
}
