import { readdir, readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { gzipSync } from "node:zlib";
import { charactersBySource, packageOf, type SourceMap } from "./source-shares.ts";

export interface PageWeight {
  /** Number of JavaScript files. */
  files: number;
  /** Bytes of JavaScript, each file gzipped separately as sent. */
  total: number;
  /** The same bytes by package, largest first. A file's bytes are divided by the characters from each source. */
  packages: [name: string, bytes: number][];
}

interface WeighedPage {
  dist: string;
  /** Name of the document. */
  page: string;
  /** Source of a module that the page imports dynamically and can't be used without. */
  route?: string | undefined;
}

/** The JavaScript that a page loads until it is usable: its scripts, its route, and what they import statically. */
export async function weighPage(options: WeighedPage): Promise<PageWeight> {
  const packages = new Map<string, number>();
  let total = 0;
  const neededFiles = await filesUntilUsable(options);
  for (const file of neededFiles) {
    const code = await readFile(join(options.dist, file), "utf8");
    const bytes = gzipSync(code, { level: 9 }).length;
    total += bytes;
    const map = await readFile(join(`${options.dist}-maps`, `${file}.map`), "utf8").catch(() => undefined);
    const shares = map ? charactersBySource(code, JSON.parse(map) as SourceMap) : new Map([[undefined, 1]]);
    const whole = [...shares.values()].reduce((sum, characters) => sum + characters, 0);
    for (const [source, characters] of shares) {
      const name = packageOf(source);
      packages.set(name, (packages.get(name) ?? 0) + (bytes * characters) / whole);
    }
  }
  return { files: neededFiles.size, total, packages: [...packages].toSorted((a, b) => b[1] - a[1]) };
}

async function filesUntilUsable({ dist, page, route }: WeighedPage): Promise<Set<string>> {
  const html = await readFile(join(dist, page), "utf8");
  const waiting = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].flatMap(([, file]) => file ?? []);
  if (waiting.length === 0) throw new Error(`${page} loads no script`);
  if (route !== undefined) waiting.push(await fileOf(dist, route));
  const files = new Set<string>();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    const code = await readFile(join(dist, file), "utf8");
    for (const [, imported] of code.matchAll(/(?:from|import)\s*"(\.[^"]+\.js)"/g)) {
      if (imported) waiting.push(posix.join(posix.dirname(file), imported));
    }
  }
  return files;
}

/** The built file that contains a module, according to the source maps. */
async function fileOf(dist: string, source: string): Promise<string> {
  const maps = `${dist}-maps`;
  for (const name of await readdir(join(maps, "assets"))) {
    const { sources } = JSON.parse(await readFile(join(maps, "assets", name), "utf8")) as SourceMap;
    if (sources.some((path) => path.endsWith(source))) return `assets/${name.replace(/\.map$/, "")}`;
  }
  throw new Error(`No file contains ${source}`);
}
