import { collect } from "../../lib/collect.ts";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import type { StoredFile } from "./file.models.ts";
import { verifiedStream } from "./verified-stream.ts";

export interface FileContentRequest {
  file: Pick<StoredFile, "objectKey" | "sha256" | "size">;
  signal: AbortSignal;
  /** Told after every piece, with that piece's length in bytes. */
  onBytes?: (count: number) => void;
}

/**
 * A stored file's bytes, fetched with the person's own session and checked against the sender's hash as they pass.
 * Fails with an `AppError`; a mismatch shows only at the stream's end, so keep nothing of a stream that failed.
 */
export async function openFileContent({ file, signal, onBytes }: FileContentRequest) {
  const { data, error } = await platformClient()
    .storage.from("documents")
    .download(file.objectKey, {}, { signal })
    .asStream();
  if (error) throw toAppError(error);
  return verifiedStream(data, file, onBytes);
}

/** The whole of a stored file, checked. Without a type: what a browser may show is decided from its first bytes. */
export async function readFileContent(request: FileContentRequest): Promise<Blob> {
  try {
    return await collect(await openFileContent(request));
  } catch (error) {
    throw toAppError(error);
  }
}
