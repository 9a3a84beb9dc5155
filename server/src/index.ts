import { join } from "node:path";
import process from "node:process";
import { createApp } from "./app.ts";
import { type Config, readConfig } from "./config/config.ts";
import { createLog, type Log } from "./log.ts";
import { defaultLimits } from "./middleware/rate-limit.ts";
import { createPlatformFetch, type PlatformFetch } from "./http/platform-fetch.ts";
import { serve, startOrExplain } from "./http/serve.ts";
import { siteOf } from "./site/site-of.ts";
import { asksForCaptcha, unsafeSettings } from "./config/unsafe-settings.ts";

/** The same relative path from the sources and from the bundle. */
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

/** @throws Error listing the platform's settings that would make sign-in unsafe. */
async function refuseUnsafe(config: Config, platform: PlatformFetch, log: Log): Promise<void> {
  const access = { ...config, fetch: platform.fetch };
  const unsafe = await unsafeSettings(access);
  if (!unsafe) return log.warn("Could not check whether the platform's settings are safe");
  const asks = await asksForCaptcha(access);
  if (asks === true && !config.captcha) {
    unsafe.push("it asks for a CAPTCHA, but CAPTCHA_PROVIDER is not set, so nobody could sign in");
  }
  // Not refused: to switch it on without a failed sign-in, the page must show it first.
  if (asks === false && config.captcha) {
    log.warn("The page shows a CAPTCHA that the platform doesn't check: switch it on there");
  }
  if (unsafe.length === 0) return;
  await platform.close();
  throw new Error(
    `The settings of the platform at ${config.platformUrl} are unsafe:\n  ${unsafe.join("\n  ")}`,
  );
}
