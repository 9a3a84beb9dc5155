import type { StoredFile } from "../../data/files/file.models.ts";
import { type Bytes, joinBytes, readPieces } from "../../lib/bytes.ts";
import type { ArchiveFile } from "./archive.models.ts";

/** Opens the verified bytes of a stored file. */
export type OpenContent = (file: StoredFile) => Promise<ReadableStream<Bytes>>;

/** A small file is whole, a large one is still arriving. */
export type OpenedFile = Bytes | ReadableStream<Bytes>;

/** Files of at most this size are loaded before their turn, so that not each of them waits for its response. Bytes. */
const smallBytes = 1024 * 1024;
const maxConcurrency = 6;

/**
 * Opens files one after another, small ones a few ahead. A large file is opened when its turn comes, because an idle
 * connection may be cut.
 */
export function* openInTurn(files: readonly ArchiveFile[], open: OpenContent) {
  const opening = new Map<string, Promise<OpenedFile>>();
  const begin = ({ path, file, received }: ArchiveFile): Promise<OpenedFile> => {
    const begun = opening.get(path);
    if (begun) return begun;
    const stream = open(received === undefined ? file : { ...file, sha256: received });
    const content = isSmall(file) ? readWhole(stream) : stream;
    // A failure counts when the file's turn comes.
    content.catch(() => {});
    opening.set(path, content);
    return content;
  };
  for (const [index, entry] of files.entries()) {
    const content = begin(entry);
    for (const next of files.slice(index + 1, index + maxConcurrency))
      if (isSmall(next.file)) void begin(next);
    opening.delete(entry.path);
    yield { ...entry, content };
  }
}

const isSmall = ({ size }: StoredFile) => size <= smallBytes;

async function readWhole(stream: Promise<ReadableStream<Bytes>>): Promise<Bytes> {
  return joinBytes(await readPieces(await stream));
}
