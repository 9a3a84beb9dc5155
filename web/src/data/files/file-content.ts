import { readPieces } from "../../lib/bytes.ts";
import { loadErrorTexts } from "../../lib/error-texts.ts";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import type { StoredFile } from "./file.models.ts";
import { verifiedStream } from "./verified-stream.ts";

export interface FileContentRequest {
  file: Pick<StoredFile, "objectKey" | "sha256" | "size">;
  signal: AbortSignal;
  /** Called after every chunk with its length in bytes. */
  onBytes?: (count: number) => void;
}

/**
 * Streams a stored file and verifies it against its hash on the way. Leaves no copy in the browser's cache. Fails with an
 * `AppError`. A mismatch shows only at the end, so discard everything read from a stream that fails.
 */
export async function openFileContent({ file, signal, onBytes }: FileContentRequest) {
  const { data, error } = await platformClient()
    .storage.from("documents")
    .download(file.objectKey, {}, { signal, cache: "no-store" })
    .asStream();
  if (error) throw toAppError(error);
  return verifiedStream(data, file, onBytes);
}

/** A whole stored file, verified. The blob has no type, because `toPreview` decides it from the first bytes. */
export async function readFileContent(request: FileContentRequest): Promise<Blob> {
  try {
    return new Blob(await readPieces(await openFileContent(request)));
  } catch (error) {
    // A mismatch is found here, maybe before the page has the words for it.
    await loadErrorTexts();
    throw toAppError(error);
  }
}
