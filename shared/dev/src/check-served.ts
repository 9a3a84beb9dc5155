import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

/** Bytes from which a script or a style always gets smaller. */
const worthCompressing = 1_000;
const forms = [
  { ending: ".br", unpack: brotliDecompressSync },
  { ending: ".gz", unpack: gunzipSync },
];

const repository = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");
const dist = process.argv[2] ?? join(repository, "web", "dist");

if (!existsSync(dist)) fail(`There is nothing in ${dist}: run pnpm build first.`);
else await check();

/** Nothing that is served tells the source, and everything that gets smaller is there in both its forms. */
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
      else if (!holds(form, { bytes, unpack })) fail(`${name}${ending} holds something else than ${name}`);
    }
  }
  console.log(`${files.length} files looked at: no source map, and each form holds what its file holds`);
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

function fail(words: string): void {
  console.error(words);
  process.exitCode = 1;
}
