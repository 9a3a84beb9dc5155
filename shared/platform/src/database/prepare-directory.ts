import { fork } from "node:child_process";
import { once } from "node:events";
import { hasDatabase } from "./engine/data-directory.ts";

interface PrepareOptions {
  directory: string;
  /** Folder, or "none". */
  migrations: string;
  signal: AbortSignal;
}

/**
 * Makes the database of a new directory in a process of its own, which returns its memory when it ends: a platform that
 * makes it by itself keeps 200 MB more for as long as it runs. If this fails, the platform tries it by itself and reports
 * the reason.
 *
 * @throws AbortError if `signal` ends it.
 */
export async function prepareDirectory({ directory, migrations, signal }: PrepareOptions): Promise<void> {
  if (hasDatabase(directory)) return;
  const child = fork(new URL("prepare-directory.process.ts", import.meta.url), [directory, migrations], {
    stdio: "ignore",
    signal,
  });
  await once(child, "exit");
}
