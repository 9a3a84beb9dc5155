import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fillPage, type PageConfig } from "./page.ts";

/** The built application: its folder, and its one page with the configuration filled in. */
export interface Site {
  root: string;
  page: string;
  /** Path of the font that the confirmation page shares with the application. */
  fontPath: string | undefined;
}

/** @returns `undefined` when `root` holds no built application. */
export async function loadSite(root: string, config: PageConfig): Promise<Site | undefined> {
  const index = join(root, "index.html");
  if (!existsSync(index)) return undefined;
  const assets = await readdir(join(root, "assets"));
  const font = assets.find((name) => /-latin-wght-normal-[\w-]+\.woff2$/.test(name));
  return {
    root,
    page: fillPage(await readFile(index, "utf8"), config),
    fontPath: font === undefined ? undefined : `/assets/${font}`,
  };
}
