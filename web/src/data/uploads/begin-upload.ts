import { AppError, toAppError } from "../../lib/errors.ts";
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
    .abortSignal(signal);
  if (error) throw toAppError(error);
  const [begun] = data;
  if (!begun) throw new AppError("not_found");
  return { fileId: begun.file_id, objectKey: begun.object_key };
}
