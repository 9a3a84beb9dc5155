import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import type { Location } from "../files/disk.ts";
import { isMissing } from "../files/disk.ts";

/** A created upload with its announced properties. */
export interface UploadRecord extends Location {
  /** Size of the whole file in bytes; undefined until the client announces it. */
  size?: number | undefined;
  createdAt: Date;
  /** `Upload-Metadata` with decoded values. */
  metadata: Record<string, string | null>;
}

const Record = v.object({
  bucket: v.string(),
  key: v.string(),
  version: v.string(),
  size: v.optional(v.number()),
  createdAt: v.pipe(
    v.string(),
    v.transform((text) => new Date(text)),
  ),
  metadata: v.record(v.string(), v.nullable(v.string())),
});

export type UploadRecords = ReturnType<typeof createUploadRecords>;

// Bucket names can't contain `~`, so this folder can't collide with a bucket.
const recordFolder = "~resumable";

/** Saves upload records as `<version>.json` in a folder of `directory`, so that they survive restarts. */
export function createUploadRecords(directory: string) {
  const folder = join(directory, recordFolder);
  const fileOf = (version: string) => join(folder, `${version}.json`);

  return {
    /** Atomic: written under another name first, which a crash may leave behind. */
    async add(record: UploadRecord): Promise<void> {
      await mkdir(folder, { recursive: true });
      const draft = join(folder, `${record.version}.draft`);
      await writeFile(draft, JSON.stringify(record));
      await rename(draft, fileOf(record.version));
    },

    async find(version: string): Promise<UploadRecord | undefined> {
      try {
        return v.parse(Record, JSON.parse(await readFile(fileOf(version), "utf8")));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },

    async remove(version: string): Promise<void> {
      await rm(fileOf(version), { force: true });
    },

    async versions(): Promise<string[]> {
      const names = await readdir(folder).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      return names.filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -".json".length));
    },
  };
}
