import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { type ImageFile, layOut, removeLaidOut } from "./image/lay-out.ts";
import { readDockerfile } from "./image/read-dockerfile.ts";
import { runImage } from "./image/run-image.ts";

/** MB (1,000,000 bytes) that our own files may add to the image of Node. */
const budget = 12;

/**
 * What can be known of the image without an engine: which files of ours are in it, and that its command runs on them
 * alone, in a folder where it may write nothing. With `--files` every file is listed.
 */
const repository = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");
const recipe = readDockerfile(await readFile(join(repository, "server", "Dockerfile"), "utf8"));
const root = await mkdtemp(join(tmpdir(), "sheaf-image-"));
try {
  const files = await layOut(recipe, { repository, root });
  list(files);
  const { readyMs, memory, problems } = await runImage(recipe, root);
  const held = memory === undefined ? "" : `, ${megabytes(memory)} MB of memory`;
  console.log(`it answers ${Math.round(readyMs)} ms after its start, as ${recipe.user}${held}`);
  for (const problem of problems) fail(problem);
} finally {
  await removeLaidOut(root);
}

function list(files: readonly ImageFile[]): void {
  const groups = process.argv.includes("--files") ? files : grouped(files);
  for (const { path, bytes } of groups) console.log(`${(bytes / 1000).toFixed(1).padStart(9)} kB  ${path}`);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`${files.length} files of ours are in the image, ${megabytes(total)} of ${budget} MB`);
  if (total > budget * 1_000_000) fail("that is over the budget");
  for (const { path } of files.filter(({ path }) => /\.(map|ts|env)$|(^|\/)\.|node_modules/.test(path))) {
    fail(`${path} is nothing that an image needs`);
  }
}

/** One line for each folder and ending. */
function grouped(files: readonly ImageFile[]): ImageFile[] {
  const groups = Map.groupBy(files, ({ path }) => join(dirname(path), `*${extname(path)}`));
  return [...groups].map(([path, members]) => ({
    path: `${path} (${members.length})`,
    bytes: members.reduce((sum, { bytes }) => sum + bytes, 0),
  }));
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}

function fail(words: string): void {
  console.error(words);
  process.exitCode = 1;
}
