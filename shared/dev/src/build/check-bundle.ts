import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import process from "node:process";
import { runCookie } from "@sheaf/mocks/run";
import { scenarios } from "@sheaf/mocks/scenarios/scenarios";
import { repository } from "../repository.ts";

/** Strings that identify QA mode and its library in any bundle. */
const markers = [
  runCookie,
  "mswjs",
  "onUnhandledFrame",
  ...Object.values(scenarios).map(({ description }) => description),
];

const built = process.argv[2] ? [process.argv[2]] : ["web/dist", "server/dist"];

for (const folder of built) await check(folder);

async function check(folder: string): Promise<void> {
  const path = join(repository, folder);
  if (!existsSync(path)) return fail(`${folder} is empty or missing: run pnpm build first.`);
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  // Only files that a browser or Node runs: source maps stay on the build machine, and compressed forms repeat
  // their files.
  const files = entries.filter((entry) => entry.isFile() && !/\.(map|br|gz)$/.test(entry.name));
  for (const { parentPath, name } of files) {
    const file = join(parentPath, name);
    const text = await readFile(file, "utf8");
    for (const word of markers.filter((word) => text.includes(word))) {
      fail(`${relative(repository, file)} contains a part of QA mode: "${word}"`);
    }
  }
  console.log(`${folder}: ${files.length} files searched for ${markers.length} markers of QA mode`);
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
