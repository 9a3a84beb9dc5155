import { readdir, readFile, rm, rmdir } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { PurgePlatform } from "./platform.ts";

/** `<key>/<version>.json`: the record that Storage's file backend keeps of a resumable upload, beside its bytes. */
const recordName = /^(?<version>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.json$/;

/** Key of a stored file: workspace, request, item and file. */
const fileKey = /^[0-9a-f-]{36}(?:\/[0-9a-f-]{36}){3}$/;

export interface SweptUploads {
  /** Unfinished uploads whose bytes were deleted. */
  unfinished: number;
  /** Records that were deleted. */
  records: number;
}

/**
 * Deletes what the file backend never expires: records of resumable uploads that began before `before`, and their
 * bytes where no object has them. Storage knows an unfinished upload only by its version, which is stored only in
 * the volume. A folder that isn't there holds no uploads yet. Anything whose path is not that of one of our files stays:
 * in the folder of another bucket, or one level up, Storage would deny every key, and live bytes would be deleted.
 */
export async function sweepUploads(deps: {
  platform: Pick<PurgePlatform, "versionOf">;
  /** The bucket's folder in the volume. */
  folder: string;
  before: Date;
  mayContinue: () => boolean;
}): Promise<SweptUploads> {
  const { platform, folder, before, mayContinue } = deps;
  const swept: SweptUploads = { unfinished: 0, records: 0 };
  for (const { path, key, version } of await findRecords(folder)) {
    if (!mayContinue()) break;
    if ((await beganAt(path)) >= before) continue;
    if ((await platform.versionOf(key)) !== version) {
      await rm(join(dirname(path), version), { force: true });
      swept.unfinished += 1;
    }
    await rm(path, { force: true });
    swept.records += 1;
    // Stays where another version of the object is.
    await rmdir(dirname(path)).catch(() => undefined);
  }
  return swept;
}

async function findRecords(folder: string): Promise<{ path: string; key: string; version: string }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  });
  return entries.flatMap((entry) => {
    const version = recordName.exec(entry.name)?.groups?.["version"];
    if (!entry.isFile() || version === undefined) return [];
    const key = relative(folder, entry.parentPath);
    return !fileKey.test(key) ? [] : [{ path: join(entry.parentPath, entry.name), key, version }];
  });
}

/** Start time of an upload. An unreadable record gets a time in the distant future, so that it is not deleted. */
async function beganAt(path: string): Promise<Date> {
  const distant = new Date(8.64e15);
  try {
    const record: unknown = JSON.parse(await readFile(path, "utf8"));
    const date = (record as { creation_date?: unknown } | null)?.creation_date;
    const began = new Date(typeof date === "string" ? date : Number.NaN);
    return Number.isNaN(began.getTime()) ? distant : began;
  } catch {
    return distant;
  }
}
