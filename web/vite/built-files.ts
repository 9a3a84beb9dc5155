import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** Paths of all files in a folder, recursively. */
export async function builtFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}
