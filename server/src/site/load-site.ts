import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fillPage, type PageConfig } from "./page.ts";

/** The built application: its folder, and its one page with the configuration filled in. */
export interface Site {
  root: string;
  page: string;
}

/** @returns `undefined` when `root` holds no built application. */
export async function loadSite(root: string, config: PageConfig): Promise<Site | undefined> {
  const index = join(root, "index.html");
  if (!existsSync(index)) return undefined;
  return { root, page: fillPage(await readFile(index, "utf8"), config) };
}
