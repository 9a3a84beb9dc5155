import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import process from "node:process";
import { type ImageFile, createImageFolder, removeImageFolder } from "./image-folder.ts";
import { readDockerfile } from "./read-dockerfile.ts";
import { runImage } from "./run-image.ts";
import { repository } from "../repository.ts";

/** MB (1,000,000 bytes) that our files may add to Node's image. PDF and HEIC need two thirds of them. */
const budget = 22.2;

/**
 * Checks the image without a container engine: lists our files in it and runs its command on them in a read-only
 * folder. `--files` lists every file.
 */
const recipe = readDockerfile(await readFile(join(repository, "server", "Dockerfile"), "utf8"));
const root = await mkdtemp(join(tmpdir(), "sheaf-image-"));
try {
  const files = await createImageFolder(recipe, { repository, root });
  list(files);
  const { readyMs, memory, problems } = await runImage(recipe, root);
  const memoryText = memory === undefined ? "" : `, ${megabytes(memory)} MB of memory`;
  console.log(`it responds ${Math.round(readyMs)} ms after its start, as ${recipe.user}${memoryText}`);
  for (const problem of problems) fail(problem);
} finally {
  await removeImageFolder(root);
}

function list(files: readonly ImageFile[]): void {
  const groups = process.argv.includes("--files") ? files : grouped(files);
  for (const { path, bytes } of groups) console.log(`${(bytes / 1000).toFixed(1).padStart(9)} kB  ${path}`);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`${files.length} files of ours are in the image, ${megabytes(total)} of ${budget} MB`);
  if (total > budget * 1_000_000) fail("that is over the limit");
  for (const { path } of files.filter(({ path }) => /\.(map|ts|env)$|(^|\/)\.|node_modules/.test(path))) {
    fail(`${path} is nothing that an image needs`);
  }
}

/** One line per folder and extension. */
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

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
