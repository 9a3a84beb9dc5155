import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Snapshot } from "./snapshot.ts";
import { unpackFiles } from "./unpack-files.ts";

/** Folder of the engine's files in a platform's directory. */
export const engineFolder = (directory: string): string => join(directory, "database");

/** Written once the initial copy is complete. If it is missing, the first start was interrupted before any data was saved. */
const completeMark = (directory: string) => join(directory, "database.complete");

export const hasDatabase = (directory: string): boolean =>
  existsSync(completeMark(directory)) && existsSync(engineFolder(directory));

/** Writes the engine's files of a directory that has none. The caller must have locked it. */
export async function createDatabaseFiles(
  directory: string,
  snapshot: () => Promise<Snapshot>,
): Promise<void> {
  if (hasDatabase(directory)) return;
  const { files } = await snapshot();
  await deleteDatabaseFiles(directory);
  await unpackFiles(files, engineFolder(directory));
  await writeFile(completeMark(directory), "");
}

/** The caller must have locked the directory. The mark goes first, so that no one opens what an interruption leaves. */
export async function deleteDatabaseFiles(directory: string): Promise<void> {
  for (const path of [completeMark(directory), engineFolder(directory)]) {
    await rm(path, { recursive: true, force: true });
  }
}
