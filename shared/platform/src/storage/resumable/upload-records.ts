import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import type { Location } from "../disk.ts";
import { isMissing } from "../missing-file.ts";

/** An upload that was begun, as it was announced. */
export interface UploadRecord extends Location {
  /** Of the whole file, in bytes. */
  size: number;
  createdAt: Date;
  /** `Upload-Metadata`, its values decoded. */
  metadata: Record<string, string | null>;
}

const Record = v.object({
  bucket: v.string(),
  key: v.string(),
  version: v.string(),
  size: v.number(),
  createdAt: v.pipe(
    v.string(),
    v.transform((text) => new Date(text)),
  ),
  metadata: v.record(v.string(), v.nullable(v.string())),
});

export type UploadRecords = ReturnType<typeof createUploadRecords>;

// `~` cannot occur in a bucket's name, so no bucket can be this folder.
const recordFolder = "~resumable";

/** Records of uploads as files `<version>.json` of a folder in `directory`, so that they outlive the process. */
export function createUploadRecords(directory: string) {
  const folder = join(directory, recordFolder);
  const fileOf = (version: string) => join(folder, `${version}.json`);

  return {
    /** Whole or not at all: a record that a crash cut short has another name. */
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
