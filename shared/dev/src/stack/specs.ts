import { join } from "node:path";
import { repository } from "../repository.ts";
import { resultsOfPlaywright, resultsOfVitest } from "../tests/read-reports.ts";
import { runSpecs, type SpecOutcome } from "./run-specs.ts";
import type { StackSettings } from "./stack-settings.ts";
import type { RunningStack } from "./start-stack.ts";

interface SpecOptions {
  /** Folder for the runners' reports. */
  folder: string;
  settings: StackSettings;
  signal: AbortSignal;
}

/** Runs the platform's acceptance specs through the gateway. */
export function runAcceptanceSpecs(
  { apiUrl, mailboxUrl, passkeyOrigin }: RunningStack,
  { folder, settings, signal }: SpecOptions,
): Promise<SpecOutcome> {
  const report = join(folder, "acceptance.json");
  return runSpecs(
    {
      name: "acceptance",
      runner: "node_modules/vitest/vitest.mjs",
      args: [
        "run",
        "--config=vitest.accept.config.ts",
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${report}`,
      ],
      cwd: join(repository, "shared/platform"),
      env: {
        ACCEPT_URL: apiUrl,
        ACCEPT_ANON_KEY: String(settings.dotEnv["ANON_KEY"]),
        ACCEPT_SERVICE_KEY: String(settings.dotEnv["SERVICE_ROLE_KEY"]),
        ACCEPT_MAILPIT_URL: mailboxUrl,
        ACCEPT_PASSKEY_ORIGIN: passkeyOrigin,
        // As in shared/gateway/Caddyfile.
        ACCEPT_STORAGE_CACHE_CONTROL: "private, no-store",
      },
      report,
      signal,
    },
    resultsOfVitest,
  );
}

/** Runs the main job, from request to accepted document, in a real browser. */
export function runMainJobSpecs(
  { siteUrl, apiUrl, mailboxUrl }: RunningStack,
  { folder, settings, signal }: SpecOptions,
): Promise<SpecOutcome> {
  const report = join(folder, "main-job.json");
  return runSpecs(
    {
      name: "main job",
      runner: "node_modules/@playwright/test/cli.js",
      args: ["test", "--reporter", "list,json"],
      cwd: join(repository, "e2e"),
      env: {
        E2E_SITE_URL: siteUrl,
        E2E_PLATFORM_URL: apiUrl,
        E2E_MAILBOX_URL: mailboxUrl,
        E2E_PUBLISHABLE_KEY: String(settings.dotEnv["ANON_KEY"]),
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      },
      report,
      signal,
    },
    resultsOfPlaywright,
  );
}
