import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ScriptStatement } from "../migrations/run-script.ts";
import { sqlStatements } from "../migrations/sql-statements.ts";

/** All statements below a folder of `.sql` files, in the order in which people read them. */
export async function readSchemas(folder: string): Promise<ScriptStatement[]> {
  const paths = await readdir(folder, { recursive: true });
  const files = paths
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".sql"))
    .sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  return files.flatMap((file, index) =>
    sqlStatements(texts[index] ?? "").map(({ text, line }) => ({ file, text, line })),
  );
}
