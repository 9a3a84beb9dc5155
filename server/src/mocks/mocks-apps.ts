import { type Run, runReportPath } from "@sheaf/mocks/run";
import cookieParser from "cookie-parser";
import express, { type Express, type RequestHandler } from "express";
import { createApp } from "../app.ts";
import type { Config } from "../config/config.ts";
import type { Log } from "../log.ts";
import { noStore } from "../middleware/no-store.ts";
import type { Site } from "../site/load-site.ts";
import { routeByRun } from "./route-by-run.ts";
import type { MockNetwork } from "./mock-network.ts";
import { beginRun, notPlayed, type PlayedRun } from "./played-run.ts";
import type { RunClock } from "./run-clock.ts";
import { runHandlers } from "./run-handlers.ts";
import { createRuns } from "./runs.ts";
import { runReportRoute } from "./run-report.route.ts";
import { sendPlayed } from "./send-played.ts";
import { standInRoute } from "./stand-in.route.ts";
import { type MocksLibrary, tapesRoute } from "./tapes.route.ts";

export interface MocksDeps {
  config: Pick<Config, "siteUrl" | "platformUrl" | "publishableKey" | "trustProxy">;
  log: Log;
  /** Undefined while Vite serves the application. */
  site: Site | undefined;
  network: MockNetwork;
  clock: RunClock;
  library: MocksLibrary;
}

/** Testers reload often, and the clock of a run stands still, so no rate limit would ever expire. */
const noLimits = { perAddress: Number.MAX_SAFE_INTEGER, perLink: Number.MAX_SAFE_INTEGER };

/** The sidecar, and the platform stand-in for links that browsers follow. Both play the same runs. */
export function createMocksApps(options: MocksDeps): { sidecar: Express; standIn: Express } {
  const { config, log, site, network, clock, library } = options;
  const { siteUrl, platformUrl } = config;

  const sidecarOf = (run?: PlayedRun): Express =>
    express()
      .disable("x-powered-by")
      .get(runReportPath, noStore, runReportRoute(run))
      .use(
        createApp({
          config: { ...config, platformInternalUrl: platformUrl, captcha: null, receiptKeys: [] },
          // Looked up on each call, because mocking the network replaces it.
          fetch: (input, init) => fetch(input, init),
          limits: noLimits,
          log,
          site,
        }),
      );

  const runs = createRuns(
    async (run: Run) => {
      const played = beginRun(await library.readTape(run.tape), run, library.readBlob);
      return {
        at: played.at,
        handlers: runHandlers(played.respond, platformUrl),
        // One application per run, because a sidecar shares state between concurrent requests.
        sidecar: sidecarOf(played),
        standIn: standInRoute({ run: played, platformUrl, siteUrl }),
      };
    },
    { log },
  );

  const deps = { runs, clock, network };
  const app = (...handlers: RequestHandler[]) =>
    express()
      .disable("x-powered-by")
      .use(cookieParser(), ...handlers);
  return {
    sidecar: app(
      tapesRoute(library),
      routeByRun(deps, (run) => run.sidecar, sidecarOf()),
    ),
    standIn: app(routeByRun(deps, (run) => run.standIn, outsideRuns(log))),
  };
}

/** Answers a browser without a run that follows a link to the platform. */
function outsideRuns(log: Log): RequestHandler {
  return async ({ method, path }, response) => {
    log.error({ method, path }, "Request to the platform without a run");
    await sendPlayed(response, notPlayed("No run: open the site with ?qa= and the name of a tape."));
  };
}
