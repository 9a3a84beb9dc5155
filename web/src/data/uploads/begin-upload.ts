import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import type { BegunFile, FileToBegin } from "./upload-transport.ts";

/**
 * Makes the row that waits for a file's bytes and says where they belong.
 *
 * @throws AppError `item.locked`, `request.closed`, `file.too_large`, `file.type`, `file.too_many`, `not_found` …
 */
export async function beginUpload(file: FileToBegin & { signal: AbortSignal }): Promise<BegunFile> {
  const { itemId: item, name, size, mime, signal } = file;
  const { data, error } = await platformClient()
    .rpc("begin_upload", { item, name, size, mime })
    .abortSignal(signal)
    .single();
  if (error) throw toAppError(error);
  return { fileId: data.file_id, objectKey: data.object_key };
}
