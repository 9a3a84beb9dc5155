import { globSync } from "node:fs";
import { chmod, cp, mkdir, readdir, rm, stat } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import type { ImageRecipe } from "./read-dockerfile.ts";

/** The Dockerfile's working directory. */
export const workdir = "/sheaf";

export interface ImageFile {
  path: string;
  bytes: number;
}

/**
 * Copies the files that the image's last stage copies from the build, taken from the local build, into `root` and
 * makes them read-only.
 *
 * @returns our files in the image, largest first.
 */
export async function createImageFolder(
  { copies }: ImageRecipe,
  { repository, root }: { repository: string; root: string },
): Promise<ImageFile[]> {
  for (const { from, to } of copies) {
    for (const pattern of from) {
      const found = globSync(join(repository, relative(workdir, pattern)));
      if (found.length === 0) throw new Error(`There is no ${pattern}: run pnpm build first.`);
      for (const source of found) {
        const isFolder = (await stat(source)).isDirectory();
        await mkdir(join(root, to), { recursive: true });
        await cp(source, isFolder ? join(root, to) : join(root, to, basename(source)), { recursive: true });
      }
    }
  }
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files: ImageFile[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) files.push({ path: relative(root, path), bytes: (await stat(path)).size });
    await chmod(path, entry.isFile() ? 0o444 : 0o555);
  }
  await chmod(root, 0o555);
  return files.toSorted((a, b) => b.bytes - a.bytes);
}

/** Removes the read-only copy. */
export async function removeImageFolder(root: string): Promise<void> {
  await allowRemoving(root);
  await rm(root, { recursive: true });
}

async function allowRemoving(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await allowRemoving(join(folder, entry.name));
  }
}

/** Node's arguments and the environment of the image's command, with `root` in place of the image. */
export function inFolder(
  { command, environment }: Pick<ImageRecipe, "command" | "environment">,
  root: string,
) {
  const here = (text: string) => text.replaceAll(workdir, root);
  const [, ...args] = command;
  return {
    args: args.map(here),
    env: Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, here(value)])),
  };
}
