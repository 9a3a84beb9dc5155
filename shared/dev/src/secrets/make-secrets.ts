import { chmod, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { settingsIn, withSettings } from "./env-file.ts";
import { missingSecrets } from "./stack-secrets.ts";
import { repository } from "../repository.ts";

/**
 * Writes docker compose's missing secrets to .env and prints their names, never a value. Needs only Node, so it
 * runs before anything is installed.
 */
const file = process.argv[2] ?? join(repository, ".env");

try {
  const text = await readFile(file, "utf8").catch(orNothing);
  const added = missingSecrets(settingsIn(text));
  const names = Object.keys(added);
  if (names.length > 0) await replace(file, withSettings(text, added));
  // An existing file may be readable by others.
  await chmod(file, 0o600);
  console.log(
    names.length > 0 ? `Written to ${file}: ${names.join(", ")}` : `${file} already has all of them`,
  );
} catch (error) {
  console.error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

/** Atomic: a partly written file would lose its secrets. */
async function replace(path: string, text: string): Promise<void> {
  const next = `${path}.${process.pid}`;
  await writeFile(next, text, { mode: 0o600, flag: "wx" });
  await rename(next, path);
}

function orNothing(error: NodeJS.ErrnoException): string {
  if (error.code === "ENOENT") return "";
  throw error;
}
