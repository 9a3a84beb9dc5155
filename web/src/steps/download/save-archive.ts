import { type Bytes, joinBytes, readPieces } from "../../lib/bytes.ts";
import { AppError } from "../../lib/errors.ts";
import { saveBlob } from "../../lib/save-blob.ts";
import type { ArchiveFile } from "./archive.models.ts";
import { partName, toParts } from "./archive.models.ts";

/** The used part of the save picker, which TypeScript's DOM library lacks. */
type PickFile = (options: {
  suggestedName: string;
  types: { description: string; accept: Record<string, string[]> }[];
}) => Promise<Target>;

/** The used part of the chosen file. */
export interface Target {
  createWritable: () => Promise<WritableStream<Uint8Array>>;
  getFile: () => Promise<Blob>;
  /** Missing from browsers that can't delete it. */
  remove?: () => Promise<void>;
}

/**
 * Asks where to save in browsers that can stream to disk; undefined in others, and where the administrator or a page around
 * this one doesn't allow the picker. Each attempt opens the file anew. Rejects when the user closes the picker.
 * Call it before any `await`, because the picker opens only during a user activation.
 */
export async function chooseTarget(suggestedName: string): Promise<Target | undefined> {
  const pick = Reflect.get(globalThis, "showSaveFilePicker") as PickFile | undefined;
  if (!pick) return undefined;
  const types = [{ description: "Zip", accept: { "application/zip": [".zip"] } }];
  try {
    return await pick({ suggestedName, types });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    return undefined;
  }
}

export type ZipOf = (files: readonly ArchiveFile[]) => ReadableStream<Uint8Array<ArrayBuffer>>;

interface SaveOf {
  archiveName: string;
  files: readonly ArchiveFile[];
  signal: AbortSignal;
  /** Creates a zip of the given files. */
  zipOf: ZipOf;
}

/** A write takes a millisecond or two however short it is, and a small file consists of three pieces. Bytes. */
const writtenBytes = 4 * 1024 * 1024;

function joined(): TransformStream<Bytes, Bytes> {
  let pieces: Bytes[] = [];
  let size = 0;
  const pass = (controller: TransformStreamDefaultController<Bytes>) => {
    if (size > 0) controller.enqueue(joinBytes(pieces));
    pieces = [];
    size = 0;
  };
  return new TransformStream({
    transform: (piece, controller) => {
      pieces.push(piece);
      size += piece.byteLength;
      if (size >= writtenBytes) pass(controller);
    },
    flush: pass,
  });
}

/** Needed after the first save only. */
async function readBack(zip: Blob, files: readonly ArchiveFile[], signal: AbortSignal): Promise<string[]> {
  const { findAltered } = await import("./find-altered.ts");
  return findAltered(zip, files, signal);
}

/** Names of the errors that browsers fail a write with. */
const writeErrors: Readonly<Record<string, string>> = {
  QuotaExceededError: "download.no_room",
  InvalidStateError: "download.not_writable",
  NoModificationAllowedError: "download.not_writable",
  NotAllowedError: "download.not_writable",
  NotFoundError: "download.not_writable",
  NotReadableError: "download.not_writable",
};

/** Why a zip isn't complete: the disk's error as ours, that of a file in it as it is. */
function reasonOf(error: unknown): unknown {
  const code = error instanceof DOMException ? writeErrors[error.name] : undefined;
  return code === undefined ? error : new AppError(code, { cause: error });
}

/** The browser creates a new file when it is chosen, and leaves it there, empty, if nothing is written to it. */
async function removeEmpty(target: Target): Promise<void> {
  const { size } = await target.getFile();
  if (size === 0) await target.remove?.();
}

/**
 * Streams one zip to the chosen file and reads it back. After a failure the browser discards the written data: an
 * existing file stays unchanged, and no new one remains. A full disk and a read-only folder are an `AppError`.
 *
 * @returns the paths of files that are missing from the saved zip or differ from what was sent.
 */
export async function saveToDisk(target: Target, { files, signal, zipOf }: SaveOf): Promise<string[]> {
  try {
    await zipOf(files)
      .pipeThrough(joined(), { signal })
      .pipeTo(await target.createWritable(), { signal });
  } catch (error) {
    // A file that can't be removed must not hide why the zip failed.
    await removeEmpty(target).catch(() => undefined);
    throw reasonOf(error);
  }
  return readBack(await target.getFile(), files, signal);
}

/** Saves zips from memory, in parts small enough for a browser, each after it was read back. @returns as `saveToDisk`. */
export async function saveInParts({ archiveName, files, signal, zipOf }: SaveOf): Promise<string[]> {
  const parts = toParts(files);
  const altered: string[] = [];
  for (const [index, part] of parts.entries()) {
    const content = new Blob(await readPieces(zipOf(part)), { type: "application/zip" });
    altered.push(...(await readBack(content, part, signal)));
    signal.throwIfAborted();
    saveBlob(content, partName(archiveName, index, parts.length));
  }
  return altered;
}
