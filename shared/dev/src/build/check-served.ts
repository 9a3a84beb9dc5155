import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import process from "node:process";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { repository } from "../repository.ts";

/** Size in bytes above which scripts and styles always compress. */
const worthCompressing = 1_000;
const forms = [
  { ending: ".br", unpack: brotliDecompressSync },
  { ending: ".gz", unpack: gunzipSync },
];

const dist = process.argv[2] ?? join(repository, "web", "dist");

if (!existsSync(dist)) fail(`${dist} is empty or missing: run pnpm build first.`);
else await check();

/** Checks that no source map is served and that every compressible file has both compressed forms. */
async function check(): Promise<void> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files) {
    const name = relative(dist, file);
    if (name.endsWith(".map")) fail(`${name} is a source map, and lies in what is served`);
    if (!/\.(css|m?js|svg)$/.test(name)) continue;
    const bytes = await readFile(file);
    if (bytes.includes("sourceMappingURL=")) fail(`${name} points to a source map`);
    if (bytes.length < worthCompressing) continue;
    for (const { ending, unpack } of forms) {
      const form = await readFile(file + ending).catch(() => undefined);
      if (!form) fail(`${name} has no form ${ending}`);
      else if (!holds(form, { bytes, unpack }))
        fail(`${name}${ending} doesn't contain the same bytes as ${name}`);
    }
  }
  console.log(`${files.length} files checked: no source map, and every compressed form matches its file`);
}

function holds(
  form: Buffer,
  { bytes, unpack }: { bytes: Buffer; unpack: (form: Buffer) => Buffer },
): boolean {
  try {
    return unpack(form).equals(bytes);
  } catch {
    return false;
  }
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
