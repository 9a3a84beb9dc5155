import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pages } from "@sheaf/contract/pages";
import { fillPage, type PageConfig } from "./page.ts";

/** The built application: its folder, and its pages with the configuration filled in. */
export interface Site {
  root: string;
  /** The application itself, for every address that has no page of its own. */
  page: string;
  /** Pages of their own by address: those at the door, which stand before any script. */
  ownPages: ReadonlyMap<string, string>;
  /** Path of the font that the confirmation page shares with the application. */
  fontPath: string | undefined;
}

/** @returns `undefined` when `root` holds no built application. */
export async function loadSite(root: string, config: PageConfig): Promise<Site | undefined> {
  const index = join(root, "index.html");
  if (!existsSync(index)) return undefined;
  const fill = async (file: string) => fillPage(await readFile(join(root, file), "utf8"), config);
  const doors = [pages.signIn.path, pages.signUp.path] as const;
  const assets = await readdir(join(root, "assets"));
  const font = assets.find((name) => /-latin-wght-normal-[\w-]+\.woff2$/.test(name));
  return {
    root,
    page: await fill("index.html"),
    ownPages: new Map(
      await Promise.all(doors.map(async (path) => [path, await fill(`${path.slice(1)}.html`)] as const)),
    ),
    fontPath: font === undefined ? undefined : `/assets/${font}`,
  };
}
