import { makeZip } from "client-zip";
import type { StoredFile } from "../../data/files/file.models.ts";
import { toAppError } from "../../lib/errors.ts";
import { ArchiveError } from "./archive-error.ts";
import type { Archive, ArchiveFile } from "./archive.models.ts";
import { toIndexCsv } from "./index-csv.models.ts";
import { toIndexHtml } from "./index-html.models.ts";
import { toHashList } from "./hash-list.models.ts";

/** The bytes of a stored file, checked as they pass; told of every piece by its length. */
export type OpenFile = (file: StoredFile) => Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;

interface ZipOf {
  archive: Archive;
  /** The request's title as it was written. */
  title: string;
  /** The files of this zip; the indexes are of the whole archive. */
  files: readonly ArchiveFile[];
  open: OpenFile;
  onFile: (path: string) => void;
}

/**
 * A zip as it is read, file after file, each fetched when its turn comes and checked against its hash as it passes.
 * Fails with an `ArchiveError` that names the file: a zip is whole or it is none.
 */
export function zipStream({
  archive,
  title,
  files,
  open,
  onFile,
}: ZipOf): ReadableStream<Uint8Array<ArrayBuffer>> {
  async function* entries() {
    yield { name: "index.html", input: toIndexHtml(archive, title) };
    yield { name: "index.csv", input: toIndexCsv(archive) };
    yield { name: "sha256sums.txt", input: toHashList(archive) };
    for (const { path, file } of files) {
      onFile(path);
      const input = named(path, await opened(path, open(file)));
      yield { name: path, lastModified: new Date(file.storedAt), input };
    }
  }
  // Its types leave open what memory the pieces lie in; it makes all of them in ordinary buffers.
  return makeZip(entries()) as ReadableStream<Uint8Array<ArrayBuffer>>;
}

async function opened<T>(path: string, opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    throw new ArchiveError(path, toAppError(error));
  }
}

/** Gives whatever ends a stream too early the name of the file that it was. */
function named(path: string, content: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = content.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        controller.error(new ArchiveError(path, toAppError(error)));
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
