import { readFile } from "node:fs/promises";
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
  /** Files that the document doesn't name, so that the browser finds them one round trip later. */
  late: string[];
}

interface WeighedPage {
  dist: string;
  /** Name of the document. */
  page: string;
}

/** The JavaScript that a page loads until it is usable: its scripts and what they import statically. */
export async function weighPage(options: WeighedPage): Promise<PageWeight> {
  const packages = new Map<string, number>();
  let total = 0;
  const named = await namedFiles(options);
  const neededFiles = await filesUntilUsable(options.dist, named);
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
  return {
    files: neededFiles.size,
    total,
    packages: [...packages].toSorted((a, b) => b[1] - a[1]),
    late: [...neededFiles].filter((file) => !named.includes(file)),
  };
}

/** The scripts in the document's markup. */
async function namedFiles({ dist, page }: WeighedPage): Promise<string[]> {
  const html = await readFile(join(dist, page), "utf8");
  const files = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].flatMap(([, file]) => file ?? []);
  if (files.length === 0) throw new Error(`${page} loads no script`);
  return files;
}

async function filesUntilUsable(dist: string, named: readonly string[]): Promise<Set<string>> {
  const waiting = [...named];
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
