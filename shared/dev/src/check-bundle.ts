import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { runCookie } from "@sheaf/mocks/run";
import { scenarios } from "@sheaf/mocks/scenarios/scenarios";

/** Words by which the QA mode and its library are known, wherever a bundler puts them. */
const telling = [runCookie, "mswjs", "onUnhandledFrame", ...Object.values(scenarios).map(({ says }) => says)];

const repository = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");
const built = process.argv[2] ? [process.argv[2]] : ["web/dist", "server/dist"];

for (const folder of built) await check(folder);

async function check(folder: string): Promise<void> {
  const path = join(repository, folder);
  if (!existsSync(path)) return fail(`There is nothing in ${folder}: run pnpm build first.`);
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  // What a browser or Node runs; a source map stays on the machine that built it, and a compressed form says nothing new.
  const files = entries.filter((entry) => entry.isFile() && !/\.(map|br|gz)$/.test(entry.name));
  for (const { parentPath, name } of files) {
    const file = join(parentPath, name);
    const text = await readFile(file, "utf8");
    for (const word of telling.filter((word) => text.includes(word))) {
      fail(`${relative(repository, file)} holds a part of the QA mode: "${word}"`);
    }
  }
  console.log(`${folder}: ${files.length} files looked at for ${telling.length} words of the QA mode`);
}

function fail(words: string): void {
  console.error(words);
  process.exitCode = 1;
}
