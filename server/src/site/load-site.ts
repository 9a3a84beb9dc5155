import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { type EntryDocument, entryDocuments } from "@sheaf/contract/documents";
import { fillPage, type PageConfig, styleHashesOf } from "./page.ts";
import { type SiteFile, siteFile, sitePage } from "./site-file.ts";

/** The built application with its configuration filled in. */
export interface Site {
  /** The application's page, for every path without a prerendered document. */
  page: SiteFile;
  /** Documents with the page in their markup. */
  documents: ReadonlyMap<EntryDocument, SiteFile>;
  /** Of the styles inside the documents, as the content security policy names them. */
  styleHashes: readonly string[];
  /** All other files by path. Nothing else in the folder is served. */
  files: ReadonlyMap<string, SiteFile>;
  /** Path of the font that the confirmation page shares with the application. */
  fontPath: string | undefined;
}

/**
 * Never served: documents contain placeholders, compressed forms belong to another file, and source maps would
 * reveal the sources.
 */
const notFiles = /\.(html|br|gz|map)$/i;

/**
 * @returns `undefined` when `root` contains no built application.
 * @throws Error when it contains only part of one.
 */
export async function loadSite(root: string, config: PageConfig): Promise<Site | undefined> {
  if (!existsSync(join(root, "index.html"))) return undefined;
  const readPage = async (name: string) => {
    if (!existsSync(join(root, name)))
      throw new Error(`The built site in ${root} lacks ${name}; build it again.`);
    return fillPage(await readFile(join(root, name), "utf8"), config);
  };
  const files = await readFiles(root);
  const documents = await Promise.all(
    entryDocuments.map(async (name) => ({ name, html: await readPage(name) })),
  );
  return {
    page: await sitePage(await readPage("index.html")),
    documents: new Map(
      await Promise.all(documents.map(async ({ name, html }) => [name, await sitePage(html)] as const)),
    ),
    styleHashes: [...new Set(documents.flatMap(({ html }) => styleHashesOf(html)))],
    files,
    fontPath: [...files.keys()].find((path) =>
      /^\/assets\/[^/]*-latin-wght-normal-[\w-]+\.woff2$/.test(path),
    ),
  };
}

async function readFiles(root: string): Promise<ReadonlyMap<string, SiteFile>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `/${relative(root, join(parentPath, name)).split(sep).join("/")}`);
  const present = new Set(paths);
  const read = async (path: string) => (present.has(path) ? await readFile(join(root, path)) : undefined);
  return new Map(
    await Promise.all(
      paths
        .filter((path) => !notFiles.test(path))
        .map(async (path) => {
          const compressed = { br: await read(`${path}.br`), gzip: await read(`${path}.gz`) };
          return [path, siteFile(path, await readFile(join(root, path)), compressed)] as const;
        }),
    ),
  );
}
