import { chmod, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { settingsIn, withSettings } from "./secrets/env-file.ts";
import { missingSecrets } from "./secrets/stack-secrets.ts";

/**
 * Writes the secrets of docker compose that .env does not have; prints their names, never a value. Needs nothing but
 * Node, so that it runs before anything is installed.
 */
const repository = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");
const file = process.argv[2] ?? join(repository, ".env");

try {
  const text = await readFile(file, "utf8").catch(orNothing);
  const added = missingSecrets(settingsIn(text));
  const names = Object.keys(added);
  if (names.length > 0) await replace(file, withSettings(text, added));
  // The file may be an older one that others can read.
  await chmod(file, 0o600);
  console.log(
    names.length > 0 ? `Written to ${file}: ${names.join(", ")}` : `${file} has all of them already`,
  );
} catch (error) {
  console.error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

/** Whole or not at all: half a file would lose what only it holds. */
async function replace(path: string, text: string): Promise<void> {
  const next = `${path}.${process.pid}`;
  await writeFile(next, text, { mode: 0o600, flag: "wx" });
  await rename(next, path);
}

function orNothing(error: NodeJS.ErrnoException): string {
  if (error.code === "ENOENT") return "";
  throw error;
}
