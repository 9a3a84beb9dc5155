import { makeZip } from "client-zip";
import { toAppError } from "../../lib/errors.ts";
import { ArchiveError } from "./archive-error.ts";
import type { ArchiveFile } from "./archive.models.ts";
import type { Bundle } from "./bundle.models.ts";
import { toIndexCsv } from "./index-csv.models.ts";
import { toIndexHtml } from "./index-html.models.ts";
import { toHashList } from "./hash-list.models.ts";
import { toDoers, toRecordEntries } from "./records.models.ts";
import { type OpenedFile, type OpenContent, openInTurn } from "./open-in-turn.ts";

interface ZipOf {
  bundle: Bundle;
  /** The files of this zip, with their paths in it. The indexes always cover the whole bundle. */
  files: readonly ArchiveFile[];
  open: OpenContent;
  onFile: (path: string) => void;
}

/**
 * Streams a zip. Files are verified on the way, an unverified one against the content seen before. A failing file fails the
 * whole zip with an `ArchiveError` that names it.
 */
export function zipStream({ bundle, files, open, onFile }: ZipOf): ReadableStream<Uint8Array<ArrayBuffer>> {
  async function* entries() {
    for (const { folder, title, archive, records } of bundle) {
      const doers = toDoers(records.history);
      yield { name: `${folder}index.html`, input: toIndexHtml(archive, title) };
      yield { name: `${folder}index.csv`, input: toIndexCsv(archive, doers) };
      yield { name: `${folder}sha256sums.txt`, input: toHashList(archive) };
      for (const { name, input } of toRecordEntries(records)) yield { name: `${folder}${name}`, input };
    }
    for (const { path, file, content } of openInTurn(files, open)) {
      onFile(path);
      const input = named(path, await opened(path, content));
      yield { name: path, lastModified: new Date(file.storedAt), input };
    }
  }
  // client-zip only creates ordinary array buffers, but its types don't say so.
  return makeZip(entries()) as ReadableStream<Uint8Array<ArrayBuffer>>;
}

async function opened<T>(path: string, opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    throw new ArchiveError(path, toAppError(error));
  }
}

/** Adds the file's path to failures of its stream. */
function named(path: string, content: OpenedFile) {
  if (content instanceof Uint8Array) return content;
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
