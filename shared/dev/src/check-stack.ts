import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { hasCaddy } from "@sheaf/gateway/caddy";
import { checkWorkers } from "./stack/check-workers.ts";
import { readRealServices } from "./stack/real-services.ts";
import { runAcceptanceSpecs, runMainJobSpecs } from "./stack/specs.ts";
import { makeSettings } from "./stack/stack-settings.ts";
import { describeOutcome, describeParts, describeVersions } from "./stack/summary.ts";
import { createEnvironmentLog } from "./stack/environment-log.ts";
import { withStack } from "./stack/with-stack.ts";

/**
 * Runs the parts of docker-compose.yml without containers, as processes with compose's environment. The acceptance specs
 * run through the platform alone; then, through the whole stack, the main job, three workers of which one is killed, and the
 * purge.
 */
async function check(databaseUrl: string, signal: AbortSignal): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-stack-"));
  try {
    const settings = await makeSettings(folder, signal);
    const { POSTGRES_PASSWORD, JWT_SECRET, ANON_KEY, SERVICE_ROLE_KEY, SEND_EMAIL_HOOK_SECRET } =
      settings.dotEnv;
    const secrets = [
      POSTGRES_PASSWORD,
      JWT_SECRET,
      ANON_KEY,
      SERVICE_ROLE_KEY,
      SEND_EMAIL_HOOK_SECRET,
    ].filter((text) => text !== undefined);
    const environmentLog = createEnvironmentLog((line) => console.log(line), secrets);
    const real = readRealServices(process.env);
    const options = { databaseUrl, settings, real, environmentLog, folder, signal };

    console.log("\nThe platform alone, without our migrations\n");
    const platform = await withStack({ ...options, product: false }, (running) =>
      runAcceptanceSpecs(running, { folder, settings, signal }),
    );
    console.log("\nThe product, with our migrations\n");
    const product = await withStack({ ...options, product: true }, async (running) => {
      const outcome = await runMainJobSpecs(running, { folder, settings, signal });
      console.log(`workers: ${await checkWorkers(running, String(ANON_KEY))}`);
      await running.removeOneDocument();
      const purged = await running.purge();
      console.log(`purge: ${purged}`);
      if (!purged.includes('"removed":1')) throw new Error("The worker didn't delete the removed document.");
      return outcome;
    });

    console.log(
      [
        "",
        ...describeVersions({ database: product.databaseVersion, programs: real, compose: settings.compose }),
      ].join("\n"),
    );
    for (const { parts, result } of [platform, product]) {
      console.log(["", ...describeParts(parts), "", ...describeOutcome(result)].join("\n"));
      if (result.failed.length > 0) process.exitCode = 1;
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

const interrupted = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) {
  process.once(name, () => interrupted.abort(new Error("Stopped.")));
}

try {
  const databaseUrl = process.env["DATABASE_URL"];
  if (!databaseUrl) {
    throw new Error(
      "DATABASE_URL is not set. Set it to a superuser of PostgreSQL 15 or newer, with psql on the PATH.",
    );
  }
  if (!hasCaddy()) throw new Error("caddy was not found. Install it, or set CADDY_BIN to its path.");
  await check(databaseUrl, interrupted.signal);
} catch (thrown) {
  const error: unknown = interrupted.signal.aborted ? interrupted.signal.reason : thrown;
  console.error(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
