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
 * Creates the database of a new directory in a separate process, which returns its memory when it exits: a platform
 * that creates it itself keeps 200 MB more for as long as it runs. If this fails, the platform tries it itself and
 * reports the reason.
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
