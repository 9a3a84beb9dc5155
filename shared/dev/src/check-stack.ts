import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { hasCaddy } from "@sheaf/platform/caddy";
import { acceptThrough, mainJobThrough } from "./stack/specs.ts";
import { makeSettings } from "./stack/stack-settings.ts";
import { describeOutcome, describeParts, describeVersions } from "./stack/summary.ts";
import { createLedger } from "./stack/told.ts";
import { withStack } from "./stack/with-stack.ts";

/**
 * What of docker-compose.yml can run without an engine, run: each part a process that is told what compose tells it;
 * the acceptance specs through the platform alone, then the main job and the purge through all of it.
 */
async function check(databaseUrl: string, signal: AbortSignal): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-stack-"));
  try {
    const settings = await makeSettings(folder, signal);
    const { POSTGRES_PASSWORD, JWT_SECRET, ANON_KEY, SERVICE_ROLE_KEY } = settings.dotEnv;
    const secrets = [POSTGRES_PASSWORD, JWT_SECRET, ANON_KEY, SERVICE_ROLE_KEY].filter(
      (text) => text !== undefined,
    );
    const ledger = createLedger((line) => console.log(line), secrets);
    const site = { databaseUrl, settings, ledger, folder, signal };

    console.log("\nThe platform alone, without our migrations\n");
    const platform = await withStack({ ...site, product: false }, (running) =>
      acceptThrough(running, { folder, settings, signal }),
    );
    console.log("\nThe product, with our migrations\n");
    const product = await withStack({ ...site, product: true }, async (running) => {
      const outcome = await mainJobThrough(running, { folder, settings, signal });
      await running.takeOneBack();
      const purged = await running.purge();
      console.log(`purge: ${purged}`);
      if (!purged.includes('"removed":1'))
        throw new Error("The purge job has not deleted what was taken back.");
      return outcome;
    });

    console.log(["", ...describeVersions(product.databaseVersion, settings.compose)].join("\n"));
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
      "DATABASE_URL is not set: name the superuser of a PostgreSQL 15 or newer, with psql on the PATH.",
    );
  }
  if (!hasCaddy()) throw new Error("There is no caddy here: install one, or name it in CADDY_BIN.");
  await check(databaseUrl, interrupted.signal);
} catch (thrown) {
  const error: unknown = interrupted.signal.aborted ? interrupted.signal.reason : thrown;
  console.error(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
