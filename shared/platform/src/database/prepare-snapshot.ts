import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * Caches the snapshot that a new directory starts from. In a process of its own, which returns its memory when it ends:
 * a platform that makes the snapshot itself keeps 200 MB more for as long as it runs. If it fails, the platform makes
 * the snapshot itself and reports why that fails.
 *
 * @param options.migrations folder, or "none".
 */
export async function prepareSnapshot(options: { directory: string; migrations: string }): Promise<void> {
  if (existsSync(join(options.directory, "database.complete"))) return;
  const child = fork(new URL("prepare-snapshot.process.ts", import.meta.url), [options.migrations], {
    stdio: "ignore",
  });
  await once(child, "exit");
}
