import type { StoredMime } from "@sheaf/contract/file-type";

/** File that a row is created for. */
export interface FileToBegin {
  itemId: string;
  name: string;
  /** Bytes. */
  size: number;
  mime: StoredMime;
  /** A member adds it to an item received another way. */
  byMember: boolean;
}

/** File that an earlier visit may have left a row for. */
export interface FileToFind extends FileToBegin {
  /** Lower-case hexadecimal. */
  sha256: string;
  signal: AbortSignal;
}

/** A row of an earlier visit without its bytes, for a file of the same name, size and type. */
export interface LeftRow {
  fileId: string;
  /** Object key of the same content; undefined if the content may differ. */
  objectKey: string | undefined;
}

/** A row without its bytes yet. */
export interface BegunFile {
  fileId: string;
  objectKey: string;
}

/**
 * The five calls of an upload. Each rejects with an `AppError`. After an interruption the call may have succeeded all the
 * same.
 */
export interface UploadTransport {
  begin(file: FileToBegin & { signal: AbortSignal }): Promise<BegunFile>;
  /** The user's own rows for exactly this file that never received their bytes. */
  findBegun(file: FileToFind): Promise<LeftRow[]>;
  /** Resumes an earlier call for the same row where possible. */
  send(object: ObjectToSend): Promise<void>;
  /** Idempotent for the same hash. `file.not_stored` if the bytes are missing. */
  finish(file: { fileId: string; sha256: string; signal: AbortSignal }): Promise<void>;
  remove(file: { fileId: string }): Promise<void>;
}

export interface ObjectToSend extends BegunFile {
  mime: StoredMime;
  /** Lower-case hexadecimal, of the content, which is read while it is sent. */
  sha256: Promise<string>;
  content: Blob;
  signal: AbortSignal;
  /** Called whenever sending starts or resumes, with the first byte to send. */
  onOffset: (offset: number) => void;
  /** Called as bytes are sent, with the total sent of this file so far. */
  onBytes: (loaded: number) => void;
}
