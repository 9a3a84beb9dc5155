import type { StoredMime } from "@sheaf/contract/file-type";

/** What a row is made for. */
export interface FileToBegin {
  itemId: string;
  name: string;
  /** Bytes. */
  size: number;
  mime: StoredMime;
}

/** What a row may be left over for. */
export interface FileToFind extends FileToBegin {
  /** Lower-case hexadecimal. */
  sha256: string;
  signal: AbortSignal;
}

/** A row of an earlier visit that never got its bytes, for a file of the same name, size and type. */
export interface LeftRow {
  fileId: string;
  /** Where this very content is on its way to; undefined when nobody knows whether the content is the same. */
  objectKey: string | undefined;
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
  /** The person's own rows for just this file that never got their bytes. */
  findBegun(file: FileToFind): Promise<LeftRow[]>;
  /** Goes on where an earlier call for the same row stopped, if it can. */
  send(object: ObjectToSend): Promise<void>;
  /** May be called again with the same hash. `file.not_stored` when the bytes are not there. */
  finish(file: { fileId: string; sha256: string; signal: AbortSignal }): Promise<void>;
  remove(file: { fileId: string }): Promise<void>;
}

export interface ObjectToSend extends BegunFile {
  mime: StoredMime;
  /** Lower-case hexadecimal, of the content. */
  sha256: string;
  content: Blob;
  signal: AbortSignal;
  /** Told at which byte this call goes on, each time that it does; 0 at the start of a file. */
  onOffset: (offset: number) => void;
  /** Told as bytes leave, with all bytes of the file sent so far. */
  onBytes: (loaded: number) => void;
}
