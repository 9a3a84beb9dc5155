import type { Ask } from "../ask.ts";
import type { Clock } from "../../clock.ts";
import type { Disk, Location } from "../disk.ts";
import { hasVersion } from "../object.repository.ts";
import { noSuchUpload, uploadGone } from "../storage.errors.ts";
import { parseUploadId, uploadIdOf } from "./upload-id.ts";
import type { UploadRecord, UploadRecords } from "./upload-records.ts";

/** How long an upload may be resumed, as on hosted; milliseconds. */
const lifetime = 24 * 60 * 60 * 1000;

export interface UploadState extends UploadRecord {
  /** Bytes that need not be sent again. */
  offset: number;
}

export type ResumableUploads = ReturnType<typeof createResumableUploads>;

/**
 * Uploads that come in parts. Their bytes lie where the object will have them, which nobody reads before there is
 * a row; an upload is finished when that row is written, and only then is all of it counted as received. So a
 * process that ends in between is told about by the offset: the sender's last byte comes again, and with it the row.
 */
export function createResumableUploads(deps: { disk: Disk; records: UploadRecords; clock: Clock }) {
  const { disk, records, clock } = deps;
  const finishing = new Map<string, Promise<void>>();

  /** Waits until nobody is writing the upload's row. */
  const settled = (version: string) => finishing.get(version)?.catch(() => undefined);

  const isFinished = async (ask: Ask, record: UploadRecord) =>
    (await disk.sizeOf(record)) === record.size && ask.asService((query) => hasVersion(query, record));

  const hasExpired = (record: UploadRecord) => clock() > expiryOf(record.createdAt);

  async function discard(location: Location): Promise<void> {
    await disk.remove(location);
    await records.remove(location.version);
  }

  /** Forgets an upload whose time is over, and with it the bytes that became no object. */
  async function expire(ask: Ask, record: UploadRecord): Promise<void> {
    await settled(record.version);
    if (await isFinished(ask, record)) await records.remove(record.version);
    else await discard(record);
  }

  return {
    async begin(record: UploadRecord): Promise<void> {
      await records.add(record);
      await disk.begin(record);
    },

    /** @throws the protocol's 404 for an upload that never was, its 410 for one that is over. */
    async stateOf(ask: Ask, id: string): Promise<UploadState> {
      const record = await records.find(parseUploadId(id).version);
      if (record === undefined || uploadIdOf(record) !== id) throw noSuchUpload();
      if (hasExpired(record)) {
        await expire(ask, record);
        throw uploadGone();
      }
      await settled(record.version);
      const received = await disk.sizeOf(record);
      if (received === undefined) throw uploadGone();
      const offset = (await isFinished(ask, record))
        ? record.size
        : Math.min(received, Math.max(0, record.size - 1));
      return { ...record, offset };
    },

    discard,

    /** Runs `work` for an upload unless it is running already; until it ends, nobody reads the upload's state. */
    finish(version: string, work: () => Promise<void>): Promise<void> {
      const running = finishing.get(version) ?? work().finally(() => finishing.delete(version));
      finishing.set(version, running);
      return running;
    },

    async expireAll(ask: Ask): Promise<void> {
      for (const version of await records.versions()) {
        const record = await records.find(version);
        if (record !== undefined && hasExpired(record)) await expire(ask, record);
      }
    },
  };
}

/** When an upload that was begun then can no longer be resumed. */
export function expiryOf(createdAt: Date): Date {
  return new Date(createdAt.getTime() + lifetime);
}
