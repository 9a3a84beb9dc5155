import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";

export interface FileToFinish {
  fileId: string;
  /** Lower-case hexadecimal, of the bytes that were sent. */
  sha256: string;
  signal: AbortSignal;
}

/**
 * Makes a file that has arrived part of its item's answer. Calling again with the same hash changes nothing.
 *
 * @throws AppError `file.not_stored`, `item.locked`, `request.closed`, `not_found` …
 */
export async function finishUpload({ fileId, sha256, signal }: FileToFinish): Promise<void> {
  const { error } = await platformClient().rpc("finish_upload", { file: fileId, sha256 }).abortSignal(signal);
  if (error) throw toAppError(error);
}
