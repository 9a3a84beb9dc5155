import { join } from "node:path";
import process from "node:process";
import { createApp } from "./app.ts";
import { type Config, readConfig } from "./config.ts";
import { createLog, type Log } from "./log.ts";
import { defaultLimits } from "./middleware/rate-limit.ts";
import { createPlatformFetch, type PlatformFetch } from "./platform-fetch.ts";
import { serve, startOrExplain } from "./serve.ts";
import { siteOf } from "./site/site-of.ts";
import { unsafeSettings } from "./unsafe-settings.ts";

/** Beside this folder both in the source tree and after the build. */
const builtSite = join(import.meta.dirname, "..", "..", "web", "dist");

await startOrExplain(async () => {
  const config = readConfig(process.env);
  const log = createLog({ level: config.logLevel });
  const site = await siteOf(config.siteRoot ?? builtSite, { config, log });
  const platform = createPlatformFetch(config.platformInternalUrl);
  if (config.production) await refuseUnsafe(config, platform, log);
  const app = createApp({ config, fetch: platform.fetch, limits: defaultLimits, log, site });
  const { siteUrl: url, host, port } = config;
  await serve({ listeners: [{ name: "Sheaf", url, app, host, port }], log, close: () => platform.close() });
});

/** @throws Error with what the platform says of itself that would make every sign-in here unsafe. */
async function refuseUnsafe(config: Config, platform: PlatformFetch, log: Log): Promise<void> {
  const unsafe = await unsafeSettings({ ...config, fetch: platform.fetch });
  if (!unsafe) return log.warn("The platform could not be asked whether its settings are safe");
  if (unsafe.length === 0) return;
  await platform.close();
  throw new Error(`No site may stand on the platform at ${config.platformUrl}:\n  ${unsafe.join("\n  ")}`);
}
