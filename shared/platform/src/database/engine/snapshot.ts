import { createHash } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { PGlite } from "@electric-sql/pglite";
import type { Baseline } from "../reset-database.ts";

/** An empty, migrated database: its files, and the rows that its migrations inserted. */
export interface Snapshot {
  readonly files: Blob;
  readonly baseline: Baseline;
}

/** Inside node_modules, so that a clean install also clears the cache. */
const cacheFolder = fileURLToPath(new URL("../../../node_modules/.cache/snapshots/", import.meta.url));

/** Enough for a few branches; each snapshot has about 40 MB. */
const maxSnapshots = 8;

/** Cache key for a database built from these texts, which include the engine's version. */
export function snapshotKey(parts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return hash.digest("hex").slice(0, 32);
}

/** The cached snapshot, or a new one from `make`. Two simultaneous processes may both make it; either result is complete. */
export async function snapshotOf(key: string, make: () => Promise<Snapshot>): Promise<Snapshot> {
  const cached = await findSnapshot(key);
  if (cached !== undefined) return cached;
  const made = await make();
  await saveSnapshot(key, made);
  return made;
}

/** Undefined if it isn't cached. */
export const findSnapshot = (key: string): Promise<Snapshot | undefined> =>
  readSnapshot(join(cacheFolder, key));

export const hasSnapshots = async (): Promise<boolean> =>
  (await readdir(cacheFolder).catch(() => [])).length > 0;

/** Without a writable cache, later starts are slower but work. */
export const saveSnapshot = (key: string, snapshot: Snapshot): Promise<void> =>
  writeSnapshot(join(cacheFolder, key), snapshot).catch(() => undefined);

/** Files of a running engine as one archive. */
export async function engineFiles(engine: PGlite): Promise<Blob> {
  await engine.exec("checkpoint");
  return engine.dumpDataDir("none");
}

/** Layout: length of the baseline (4 bytes), the baseline as JSON, the archive. A single file can't be half there. */
async function readSnapshot(path: string): Promise<Snapshot | undefined> {
  try {
    const bytes = await readFile(path);
    // Marks the snapshot as recently used, because the oldest are deleted.
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
  const old = entries.sort((a, b) => b.time - a.time).slice(maxSnapshots);
  await Promise.all(old.map(({ name }) => rm(join(cacheFolder, name), { force: true })));
}
