import { createHash } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { PGlite } from "@electric-sql/pglite";
import type { Baseline } from "./reset-database.ts";

/** A migrated, empty database: its files, and the rows that its migrations made. */
export interface Snapshot {
  readonly files: Blob;
  readonly baseline: Baseline;
}

/** Kept in the package's own cache folder, which dies with node_modules. */
const cacheFolder = fileURLToPath(new URL("../../node_modules/.cache/snapshots/", import.meta.url));

/** Each is about 40 MB; a few branches' worth stay. */
const keptSnapshots = 8;

/** Key of whatever these texts make; the engine's version is one of them. */
export function snapshotKey(parts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return hash.digest("hex").slice(0, 32);
}

/** The snapshot under `key`, made by `make` where there is none. Two processes at once make it twice; both are whole. */
export async function snapshotOf(key: string, make: () => Promise<Snapshot>): Promise<Snapshot> {
  const path = join(cacheFolder, key);
  const kept = await readSnapshot(path);
  if (kept !== undefined) return kept;
  const made = await make();
  // A folder that cannot be written costs time, not the start.
  await writeSnapshot(path, made).catch(() => undefined);
  return made;
}

/** Files of a running engine, as one archive. */
export async function engineFiles(engine: PGlite): Promise<Blob> {
  await engine.exec("checkpoint");
  return engine.dumpDataDir("none");
}

/** Layout: length of the baseline (4 bytes), the baseline as JSON, the archive. One file, so it is there or not. */
async function readSnapshot(path: string): Promise<Snapshot | undefined> {
  try {
    const bytes = await readFile(path);
    // What is used stays when the oldest go.
    const now = new Date();
    await utimes(path, now, now).catch(() => undefined);
    const at = 4 + bytes.readUInt32BE(0);
    const baseline = JSON.parse(bytes.subarray(4, at).toString("utf8")) as Baseline;
    return { files: new Blob([bytes.subarray(at)]), baseline };
  } catch {
    return undefined;
  }
}

async function writeSnapshot(path: string, snapshot: Snapshot): Promise<void> {
  await mkdir(cacheFolder, { recursive: true });
  const baseline = Buffer.from(JSON.stringify(snapshot.baseline));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(baseline.length, 0);
  const unfinished = `${path}.${process.pid}`;
  const file = await open(unfinished, "w", 0o600);
  try {
    await file.writev([length, baseline, Buffer.from(await snapshot.files.arrayBuffer())]);
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
  await removeOldest();
}

async function removeOldest(): Promise<void> {
  const names = await readdir(cacheFolder);
  const entries = await Promise.all(
    names.map(async (name) => ({ name, time: (await stat(join(cacheFolder, name))).mtimeMs })),
  );
  const old = entries.sort((a, b) => b.time - a.time).slice(keptSnapshots);
  await Promise.all(old.map(({ name }) => rm(join(cacheFolder, name), { force: true })));
}
