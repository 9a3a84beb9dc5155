import type { Bytes } from "../../lib/bytes.ts";
import { localCsv, stableCsv } from "../../lib/csv.ts";
import { toAppError } from "../../lib/errors.ts";
import { ArchiveError } from "./archive-error.ts";
import type { ArchiveFile } from "./archive.models.ts";
import type { Bundle } from "./bundle.models.ts";
import { type HeldContent, holdBytes, holdStream } from "./held-content.ts";
import { toIndexCsv } from "./index-csv.models.ts";
import { toIndexHtml } from "./index-html.models.ts";
import { toHashList } from "./hash-list.models.ts";
import { toDoers, toRecordEntries } from "./records.models.ts";
import { hasQuestions, toQuestionsCsv } from "./questions-csv.models.ts";
import { type OpenedFile, type OpenContent, openInTurn } from "./open-in-turn.ts";
import { zipBytes } from "./zip-writer.ts";

interface ZipOf {
  bundle: Bundle;
  /** The files of this zip, with their paths in it. The indexes always cover the whole bundle; a part of a request has none. */
  files: readonly ArchiveFile[];
  open: OpenContent;
  onFile: (path: string) => void;
}

/**
 * Streams a zip. Each file is verified before its first byte is passed on, an unverified one against the content seen
 * before. A failing file fails the whole zip with an `ArchiveError` that names it.
 */
export function zipStream({ bundle, files, open, onFile }: ZipOf): ReadableStream<Bytes> {
  const madeAt = new Date();
  const text = (path: string, content: string) => ({
    path,
    modifiedAt: madeAt,
    content: holdBytes(new TextEncoder().encode(content)),
  });
  async function* entries() {
    for (const { folder, title, archive, records } of bundle) {
      if (records === null) continue;
      const doers = toDoers(records.history);
      yield text(`${folder}index.html`, toIndexHtml(archive, title));
      yield text(`${folder}index.csv`, toIndexCsv(archive, doers, localCsv()));
      yield text(`${folder}index-for-programs.csv`, toIndexCsv(archive, doers, stableCsv));
      yield text(`${folder}sha256sums.txt`, toHashList(archive));
      if (hasQuestions(archive)) {
        yield text(`${folder}questions.csv`, toQuestionsCsv(archive, localCsv()));
        yield text(`${folder}questions-for-programs.csv`, toQuestionsCsv(archive, stableCsv));
      }
      for (const { name, input } of toRecordEntries(records)) yield text(`${folder}${name}`, input);
    }
    for (const { path, file, content } of openInTurn(files, open)) {
      onFile(path);
      yield { path, modifiedAt: new Date(file.storedAt), content: await held(path, content) };
    }
  }
  return streamOf(zipBytes(entries()));
}

/** Adds the file's path to failures of its stream. */
async function held(path: string, opening: Promise<OpenedFile>): Promise<HeldContent> {
  try {
    const content = await opening;
    return content instanceof Uint8Array ? holdBytes(content) : await holdStream(content);
  } catch (error) {
    throw new ArchiveError(path, toAppError(error));
  }
}

/** Safari has no `ReadableStream.from`. */
function streamOf(pieces: AsyncGenerator<Bytes>): ReadableStream<Bytes> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await pieces.return(undefined)),
  });
}
