import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { gzipSync } from "node:zlib";
import { charactersBySource, packageOf, type SourceMap } from "./source-shares.ts";

export interface PageWeight {
  /** Bytes of JavaScript, each file gzipped separately as sent. */
  total: number;
  /** The same bytes by package, largest first. A file's bytes are divided by the characters from each source. */
  packages: [name: string, bytes: number][];
}

/** The JavaScript that a page loads before any interaction: its scripts and their static imports. */
export async function weighPage(options: { dist: string; page: string }): Promise<PageWeight> {
  const packages = new Map<string, number>();
  let total = 0;
  for (const file of await initialFiles(options)) {
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
  return { total, packages: [...packages].toSorted((a, b) => b[1] - a[1]) };
}

async function initialFiles({ dist, page }: { dist: string; page: string }): Promise<Set<string>> {
  const html = await readFile(join(dist, page), "utf8");
  const waiting = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].flatMap(([, file]) => file ?? []);
  if (waiting.length === 0) throw new Error(`${page} loads no script`);
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
