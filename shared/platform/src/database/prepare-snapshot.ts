import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";

interface PrepareOptions {
  directory: string;
  /** Folder, or "none". */
  migrations: string;
  signal: AbortSignal;
}

/**
 * Caches the snapshot that a new directory starts from. In a process of its own, which returns its memory when it ends:
 * a platform that makes the snapshot itself keeps 200 MB more for as long as it runs. If it fails, the platform makes
 * the snapshot itself and reports why that fails.
 *
 * @throws AbortError if `signal` ends it.
 */
export async function prepareSnapshot({ directory, migrations, signal }: PrepareOptions): Promise<void> {
  if (existsSync(join(directory, "database.complete"))) return;
  const child = fork(new URL("prepare-snapshot.process.ts", import.meta.url), [migrations], {
    stdio: "ignore",
    signal,
  });
  await once(child, "exit");
}
