import process from "node:process";
import { defineConfig, type PlaywrightTestConfig } from "@playwright/test";
import { findChromium } from "./browser/chromium.ts";
import { ports, stack, startsProduct } from "./stack.ts";

/** The job that the product is for. The other specs need a product of this run's own: its clock, ports, providers. */
const holdsEverywhere = "main-job.spec.ts";

const product: NonNullable<PlaywrightTestConfig["webServer"]> = [
  {
    name: "platform",
    command: [
      "node ../shared/platform/src/main.ts --memory",
      `--port ${ports.platform} --mail-port ${ports.mail} --local-account-port ${ports.localAccount}`,
      `--site-url ${stack.siteUrl}`,
    ].join(" "),
    url: `${stack.platformUrl}/auth/v1/health?apikey=${stack.publishableKey}`,
    timeout: 120_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 5000 },
  },
  {
    name: "sidecar",
    command: "node ../server/dist/server.js",
    env: {
      SITE_URL: stack.siteUrl,
      SUPABASE_URL: stack.platformUrl,
      SUPABASE_PUBLISHABLE_KEY: stack.publishableKey,
      PORT: String(ports.site),
      LOG_LEVEL: "warn",
    },
    url: `${stack.siteUrl}/healthz`,
    gracefulShutdown: { signal: "SIGTERM", timeout: 5000 },
  },
];

export default defineConfig({
  testDir: "specs",
  // One browser and one platform share two cores in CI; more workers make every step slower, not the run faster.
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env["CI"]),
  reporter: [["list"]],
  use: {
    baseURL: stack.siteUrl,
    launchOptions: await findChromium(process.env),
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    // A step that hangs should name itself, not use up the test's whole time.
    actionTimeout: 15_000,
    navigationTimeout: 15_000,
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
  },
  ...(startsProduct ? { webServer: product } : { testMatch: holdsEverywhere }),
});
