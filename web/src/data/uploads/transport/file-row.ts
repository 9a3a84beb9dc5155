import { AppError, toAppError } from "../../../lib/errors.ts";
import { dataClient } from "../../../lib/data-client.ts";
import type { BegunFile, FileToBegin } from "./upload-transport.ts";

/**
 * Creates the row for a file and returns the object key to upload its bytes to.
 *
 * @throws AppError `item.locked`, `item.not_received`, `request.closed`, `file.too_large`, `file.type`, `file.too_many`, `not_found` …
 */
export async function beginUpload(file: FileToBegin & { signal: AbortSignal }): Promise<BegunFile> {
  const { itemId: item, name, size, mime, byMember, signal } = file;
  const { data, error } = await dataClient()
    .rpc(byMember ? "begin_member_upload" : "begin_upload", { item, name, size, mime })
    .abortSignal(signal);
  if (error) throw toAppError(error);
  const [begun] = data;
  if (!begun) throw new AppError("not_found");
  return { fileId: begun.file_id, objectKey: begun.object_key };
}

export interface FileToFinish {
  fileId: string;
  /** Lower-case hexadecimal, of the bytes that were sent. */
  sha256: string;
  signal: AbortSignal;
}

/**
 * Marks the row as stored, which makes the file part of its item's answer. Idempotent for the same hash.
 *
 * @throws AppError `file.not_stored`, `item.locked`, `request.closed`, `not_found` …
 */
export async function finishUpload({ fileId, sha256, signal }: FileToFinish): Promise<void> {
  const { error } = await dataClient().rpc("finish_upload", { file: fileId, sha256 }).abortSignal(signal);
  if (error) throw toAppError(error);
}

/**
 * Removes the caller's own file, uploading or stored. Refused once its item is accepted.
 *
 * @throws AppError `item.locked`, `not_found` …
 */
export async function removeRow({ fileId }: { fileId: string }): Promise<void> {
  const { error } = await dataClient().rpc("remove_file", { file: fileId });
  if (error) throw toAppError(error);
}
