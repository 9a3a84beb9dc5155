import type { RequestDatabase } from "../access/request-database.ts";
import type { Clock } from "../../clock.ts";
import type { Disk, Location } from "../files/disk.ts";
import { hasVersion } from "../objects/object.repository.ts";
import { noSuchUpload, uploadGone } from "../storage.errors.ts";
import { parseUploadId, uploadIdOf } from "./upload-id.ts";
import type { UploadRecord, UploadRecords } from "./upload-records.ts";

/** Time within which an upload can be resumed, as on hosted. Milliseconds. */
const lifetimeMs = 24 * 60 * 60 * 1000;

export interface UploadState extends UploadRecord {
  /** Number of bytes that don't need to be sent again. */
  offset: number;
}

export type ResumableUploads = ReturnType<typeof createResumableUploads>;

/**
 * Uploads in parts. Their bytes are stored at the object's location, which is never read before the row exists. The upload
 * is finished when the row is written; until then, the offset excludes the last byte. If the process ends before the row
 * is written, the client therefore sends the last byte again, which writes the row.
 */
export function createResumableUploads(deps: { disk: Disk; records: UploadRecords; clock: Clock }) {
  const { disk, records, clock } = deps;
  const finishing = new Map<string, Promise<void>>();

  /** Waits until the upload's row isn't being written. */
  const settled = (version: string) => finishing.get(version)?.catch(() => undefined);

  const isFinished = async (db: RequestDatabase, record: UploadRecord) =>
    (await disk.sizeOf(record)) === record.size && db.asService((query) => hasVersion(query, record));

  const hasExpired = (record: UploadRecord) => clock() > expiryOf(record.createdAt);

  async function discard(location: Location): Promise<void> {
    await disk.remove(location);
    await records.remove(location.version);
  }

  /** Deletes an expired upload, and its bytes unless they became an object. */
  async function expire(db: RequestDatabase, record: UploadRecord): Promise<void> {
    await settled(record.version);
    if (await isFinished(db, record)) await records.remove(record.version);
    else await discard(record);
  }

  return {
    async begin(record: UploadRecord): Promise<void> {
      await records.add(record);
      await disk.begin(record);
    },

    /** @throws 404 for an unknown upload, 410 for an expired or deleted one. */
    async stateOf(db: RequestDatabase, id: string): Promise<UploadState> {
      const record = await records.find(parseUploadId(id).version);
      if (record === undefined || uploadIdOf(record) !== id) throw noSuchUpload();
      if (hasExpired(record)) {
        await expire(db, record);
        throw uploadGone();
      }
      await settled(record.version);
      const received = await disk.sizeOf(record);
      if (received === undefined) throw uploadGone();
      if (record.size === undefined) return { ...record, offset: received };
      const offset = (await isFinished(db, record))
        ? record.size
        : Math.min(received, Math.max(0, record.size - 1));
      return { ...record, offset };
    },

    /** Records the size of an upload that was created without one. */
    async announceSize(version: string, size: number): Promise<void> {
      const record = await records.find(version);
      if (record === undefined) throw noSuchUpload();
      await records.add({ ...record, size });
    },

    discard,

    /** Runs `work` for an upload unless it is already running. Readers of the upload's state wait for it. */
    finish(version: string, work: () => Promise<void>): Promise<void> {
      const running = finishing.get(version) ?? work().finally(() => finishing.delete(version));
      finishing.set(version, running);
      return running;
    },

    async expireAll(db: RequestDatabase): Promise<void> {
      for (const version of await records.versions()) {
        const record = await records.find(version);
        if (record !== undefined && hasExpired(record)) await expire(db, record);
      }
    },
  };
}

/** Expiry of an upload created at `createdAt`. */
export function expiryOf(createdAt: Date): Date {
  return new Date(createdAt.getTime() + lifetimeMs);
}
