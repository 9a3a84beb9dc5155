import type { StoredMime } from "@sheaf/contract/file-type";

/** What a row is made for. */
export interface FileToBegin {
  itemId: string;
  name: string;
  /** Bytes. */
  size: number;
  mime: StoredMime;
}

/** A row that waits for its bytes. */
export interface BegunFile {
  fileId: string;
  objectKey: string;
}

/**
 * The five calls that bring one file in. Each rejects with an `AppError`; an interruption among their codes means
 * that the call may have done its work all the same.
 */
export interface UploadTransport {
  begin(file: FileToBegin & { signal: AbortSignal }): Promise<BegunFile>;
  /** Ids of the person's own rows for just this file that never got their bytes. */
  findBegun(file: FileToBegin & { signal: AbortSignal }): Promise<string[]>;
  send(object: ObjectToSend): Promise<void>;
  /** May be called again with the same hash. `file.not_stored` when the bytes are not there. */
  finish(file: { fileId: string; sha256: string; signal: AbortSignal }): Promise<void>;
  remove(file: { fileId: string }): Promise<void>;
}

export interface ObjectToSend {
  objectKey: string;
  mime: StoredMime;
  content: Blob;
  signal: AbortSignal;
  /** Told as bytes leave, with all bytes sent so far. */
  onBytes: (loaded: number) => void;
}
