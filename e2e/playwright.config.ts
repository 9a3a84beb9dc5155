import { defineConfig, type PlaywrightTestConfig } from "@playwright/test";
import { scaled } from "@sheaf/testing/scaled";
import { findChromium } from "./browser/chromium.ts";
import { productOf, startsProduct, workers } from "./stack.ts";

/** The main job, the session cookies and the seven auth events; `pnpm test` runs these before every commit. */
const core = ["main-job.spec.ts", "session-cookies.spec.ts", "events/*.spec.ts"];

/** The only spec that can run against a product elsewhere: it doesn't rely on local ports, clocks or providers. */
const mainJob = "main-job.spec.ts";

function serve(worker: number): NonNullable<PlaywrightTestConfig["webServer"]> {
  const { ports, stack } = productOf(worker);
  return [
    {
      name: `platform ${worker}`,
      command: [
        "node ../shared/platform/src/main.ts --memory",
        `--port ${ports.platform} --mailbox-port ${ports.mailbox} --local-account-port ${ports.localAccount}`,
        `--site-url ${stack.siteUrl}`,
      ].join(" "),
      url: `${stack.platformUrl}/auth/v1/health?apikey=${stack.publishableKey}`,
      timeout: scaled(120_000),
      stdout: "pipe",
      gracefulShutdown: { signal: "SIGTERM", timeout: scaled(5000) },
    },
    {
      name: `sidecar ${worker}`,
      command: "node ../server/dist/server.js",
      env: {
        SITE_URL: stack.siteUrl,
        SUPABASE_URL: stack.platformUrl,
        SUPABASE_PUBLISHABLE_KEY: stack.publishableKey,
        PORT: String(ports.site),
        LOG_LEVEL: "warn",
      },
      url: `${stack.siteUrl}/healthz`,
      stdout: "pipe",
      gracefulShutdown: { signal: "SIGTERM", timeout: scaled(5000) },
    },
  ];
}

export default defineConfig({
  testDir: "specs",
  // One product per worker, so that tests share no clock, rate limit or mailbox.
  workers: startsProduct ? workers : 1,
  fullyParallel: true,
  timeout: scaled(120_000),
  expect: { timeout: scaled(15_000) },
  forbidOnly: Boolean(process.env["CI"]),
  // CI shares its machine, so a test may meet a slow moment once. The report still names it, as flaky.
  retries: process.env["CI"] ? 1 : 0,
  reporter: [["list"]],
  use: {
    launchOptions: await findChromium(process.env),
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    // Report the step that hangs instead of waiting for the test's timeout.
    actionTimeout: scaled(15_000),
    navigationTimeout: scaled(15_000),
    // Traces take a quarter of a test's CPU time; use `--trace on` to debug a failing test.
    trace: "off",
    screenshot: "only-on-failure",
  },
  ...(startsProduct
    ? {
        projects: [
          { name: "core", testMatch: core },
          // Drawing animations costs a tenth of a walk; the walks of `core` have them.
          { name: "more", testIgnore: core, use: { contextOptions: { reducedMotion: "reduce" } } },
        ],
        webServer: Array.from({ length: workers }, (_, worker) => serve(worker)).flat(),
      }
    : { testMatch: mainJob }),
});
