import { readPieces } from "../../lib/bytes.ts";
import { loadErrorTexts } from "../../lib/error-texts.ts";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import type { StoredFile } from "./file.models.ts";
import type { OpenFile } from "./open-files.ts";
import { verifiedStream } from "./verified-stream.ts";

export interface FileContentRequest {
  file: Pick<StoredFile, "id" | "objectKey" | "sha256" | "size">;
  /** Says what the file is read for. */
  open: OpenFile;
  signal: AbortSignal;
  /** Called after every chunk with its length in bytes. */
  onBytes?: (count: number) => void;
}

/**
 * Streams a stored file and verifies it against its hash on the way. Leaves no copy in the browser's cache. Fails with an
 * `AppError`. A mismatch shows only at the end, so discard everything read from a stream that fails.
 */
export async function openFileContent({ file, open, signal, onBytes }: FileContentRequest) {
  await open(file.id);
  const read = () =>
    platformClient()
      .storage.from("documents")
      .download(file.objectKey, {}, { signal, cache: "no-store" })
      .asStream();
  let { data, error } = await read();
  if (error && toAppError(error).code === "NoSuchKey") {
    // The grant may have ended while the device slept, or belong to the session before.
    await open(file.id, { isRefused: true });
    ({ data, error } = await read());
  }
  if (error || !data) throw toAppError(error);
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
