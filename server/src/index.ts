import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import process from "node:process";
import { answerUnreadable } from "./answer-unreadable.ts";
import { createApp } from "./app.ts";
import { type Config, readConfig } from "./config.ts";
import { describeThrown } from "./describe-thrown.ts";
import { createLog, type Log } from "./log.ts";
import { defaultLimits } from "./middleware/rate-limit.ts";
import { createPlatformFetch, type PlatformFetch } from "./platform-fetch.ts";
import { loadSite } from "./site/load-site.ts";
import { unsafeSettings } from "./unsafe-settings.ts";

/** How long running requests may take to end after a signal, in milliseconds. */
const graceMs = 8_000;

/** Beside this folder both in the source tree and after the build. */
const builtSite = join(import.meta.dirname, "..", "..", "web", "dist");

try {
  await start(readConfig(process.env));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function start(config: Config): Promise<void> {
  const log = createLog({ level: config.logLevel });
  const root = config.siteRoot ?? builtSite;
  const site = await loadSite(root, config);
  if (!site && config.production) throw new Error(`There is no built site in ${root}; set SITE_ROOT.`);
  if (!site) log.info({ root }, "No built site here: only the endpoints are served");

  const platform = createPlatformFetch(config.platformInternalUrl);
  if (config.production) await refuseUnsafe(config, platform, log);
  const app = createApp({ config, fetch: platform.fetch, limits: defaultLimits, log, site });
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 }, app);
  server.on("clientError", answerUnreadable);
  // Longer than the idle time of the usual balancers, which else reuse a connection that is just closing.
  server.keepAliveTimeout = 65_000;
  server.listen(config.port, config.host);
  await once(server, "listening");
  log.info({ site: config.siteUrl, host: config.host, address: server.address() }, "Sheaf is listening");

  const stop = async (): Promise<void> => {
    setTimeout(() => server.closeAllConnections(), graceMs).unref();
    server.close();
    server.closeIdleConnections();
    await once(server, "close");
    await platform.close();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      log.info({ signal }, "Sheaf is stopping");
      void stop();
    });
  }
  // Nothing that one request does may end the sign-ins of all others; it is told, and never hidden.
  process.on("unhandledRejection", (reason) =>
    log.error(describeThrown(reason), "A rejection nobody handled"),
  );
  // After this one nothing is certain any more, so a fresh process takes over.
  process.once("uncaughtException", (error) => {
    log.fatal(describeThrown(error), "Sheaf is stopping: an exception nobody caught");
    process.exitCode = 1;
    void stop();
  });
}

/** @throws Error with what the platform says of itself that would make every sign-in here unsafe. */
async function refuseUnsafe(config: Config, platform: PlatformFetch, log: Log): Promise<void> {
  const unsafe = await unsafeSettings({ ...config, fetch: platform.fetch });
  if (!unsafe) return log.warn("The platform could not be asked whether its settings are safe");
  if (unsafe.length === 0) return;
  await platform.close();
  throw new Error(`No site may stand on the platform at ${config.platformUrl}:\n  ${unsafe.join("\n  ")}`);
}
