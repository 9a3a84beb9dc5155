import type { Readable } from "node:stream";
import { DataStore, Upload } from "@tus/server";
import type { Clock } from "../../clock.ts";
import type { RequestDatabase } from "../access/request-database.ts";
import type { Disk } from "../files/disk.ts";
import type { ResumableUploads } from "./resumable-uploads.ts";
import { parseUploadId } from "./upload-id.ts";

/**
 * Adapts the uploads to the tus server for one request. It reports no expiry to the server, which uses the system clock
 * instead of the platform's.
 */
export class UploadStore extends DataStore {
  override extensions = [
    "creation",
    "creation-defer-length",
    "creation-with-upload",
    "termination",
    "expiration",
  ];
  readonly #uploads: ResumableUploads;
  readonly #disk: Disk;
  readonly #clock: Clock;
  readonly #db: RequestDatabase;

  constructor(deps: { uploads: ResumableUploads; disk: Disk; clock: Clock; db: RequestDatabase }) {
    super();
    this.#uploads = deps.uploads;
    this.#disk = deps.disk;
    this.#clock = deps.clock;
    this.#db = deps.db;
  }

  override async create(upload: Upload): Promise<Upload> {
    const createdAt = this.#clock();
    const { id, size, metadata = {} } = upload;
    await this.#uploads.begin({ ...parseUploadId(id), size, metadata, createdAt });
    upload.creation_date = createdAt.toISOString();
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { size, offset, metadata, createdAt } = await this.#uploads.stateOf(this.#db, id);
    const announced = size === undefined ? {} : { size };
    return new Upload({ id, ...announced, offset, metadata, creation_date: createdAt.toISOString() });
  }

  override async declareUploadLength(id: string, size: number): Promise<void> {
    await this.#uploads.announceSize(parseUploadId(id).version, size);
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    return offset + (await this.#disk.append(parseUploadId(id), source, offset));
  }

  override async remove(id: string): Promise<void> {
    await this.#uploads.discard(await this.#uploads.stateOf(this.#db, id));
  }
}
