import { join } from "node:path";
import process from "node:process";
import { listTapes, openAllTapes } from "@sheaf/mocks/library";
import { readConfig } from "../config/config.ts";
import { createLog } from "../log.ts";
import { serve, startOrExplain } from "../http/serve.ts";
import { siteOf } from "../site/site-of.ts";
import { startMockNetwork } from "./mock-network.ts";
import { createMocksApps } from "./mocks-apps.ts";
import { startRunClock } from "./run-clock.ts";
import { standInAddress } from "./stand-in-address.ts";

/** The QA build of the page. */
const builtSite = join(import.meta.dirname, "..", "..", "..", "web", "dist-mocks");

await startOrExplain(async () => {
  if (process.env["NODE_ENV"] === "production") {
    throw new Error(
      "QA mode plays tapes instead of using the platform. It doesn't start with NODE_ENV=production.",
    );
  }
  const config = readConfig(process.env);
  const { siteUrl, platformUrl, host, port } = config;
  const standsInAt = standInAddress(config);
  const log = createLog({ level: config.logLevel });
  const site = await siteOf(config.siteRoot ?? builtSite, { config, log });
  const network = startMockNetwork((request) => log.error({ request }, "Unhandled request"));
  const clock = startRunClock();
  const tapes = await openAllTapes();
  const library = { ...tapes, listTapes: () => listTapes(tapes) };
  const apps = createMocksApps({ config, log, site, network, clock, library });
  await serve({
    listeners: [
      { name: "Platform stand-in", url: platformUrl, app: apps.standIn, ...standsInAt },
      { name: "Sheaf in QA mode", url: siteUrl, app: apps.sidecar, host, port },
    ],
    log,
    close: async () => network.stop(),
  });
});
