import type { Readable } from "node:stream";
import { DataStore, Upload } from "@tus/server";
import type { Clock } from "../../clock.ts";
import type { Ask } from "../ask.ts";
import type { Disk } from "../disk.ts";
import type { ResumableUploads } from "./resumable-uploads.ts";
import { parseUploadId } from "./upload-id.ts";

/**
 * One request's view of the uploads, in the shape the protocol's server asks for. How long an upload lives is
 * decided by the platform's clock, so the server, which knows the machine's only, is told of no expiry.
 */
export class UploadStore extends DataStore {
  override extensions = ["creation", "creation-with-upload", "termination", "expiration"];
  readonly #uploads: ResumableUploads;
  readonly #disk: Disk;
  readonly #clock: Clock;
  readonly #ask: Ask;

  constructor(deps: { uploads: ResumableUploads; disk: Disk; clock: Clock; ask: Ask }) {
    super();
    this.#uploads = deps.uploads;
    this.#disk = deps.disk;
    this.#clock = deps.clock;
    this.#ask = deps.ask;
  }

  override async create(upload: Upload): Promise<Upload> {
    const createdAt = this.#clock();
    const { id, size = 0, metadata = {} } = upload;
    await this.#uploads.begin({ ...parseUploadId(id), size, metadata, createdAt });
    upload.creation_date = createdAt.toISOString();
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { size, offset, metadata, createdAt } = await this.#uploads.stateOf(this.#ask, id);
    return new Upload({ id, size, offset, metadata, creation_date: createdAt.toISOString() });
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    return offset + (await this.#disk.append(parseUploadId(id), source, offset));
  }

  override async remove(id: string): Promise<void> {
    await this.#uploads.discard(await this.#uploads.stateOf(this.#ask, id));
  }
}
