import { collect } from "../../lib/collect.ts";
import { saveBlob } from "../../lib/save-blob.ts";
import type { ArchiveFile } from "./archive.models.ts";
import { partName, toParts } from "./archive.models.ts";

/** The part of the file system's picker that is needed here; TypeScript's DOM does not know it. */
type PickFile = (options: {
  suggestedName: string;
  types: { description: string; accept: Record<string, string[]> }[];
}) => Promise<{ createWritable: () => Promise<WritableStream<Uint8Array>> }>;

/**
 * Asks where to save where the browser can write to disk as it goes; undefined where it cannot. Rejects when the person
 * closes the picker. Call it before anything is awaited: a picker opens only for a fresh press of a button.
 */
export async function chooseTarget(suggestedName: string): Promise<WritableStream<Uint8Array> | undefined> {
  const pick = Reflect.get(globalThis, "showSaveFilePicker") as PickFile | undefined;
  if (!pick) return undefined;
  const types = [{ description: "Zip", accept: { "application/zip": [".zip"] } }];
  const handle = await pick({ suggestedName, types });
  return handle.createWritable();
}

export type ZipOf = (files: readonly ArchiveFile[]) => ReadableStream<Uint8Array<ArrayBuffer>>;

interface SaveOf {
  archiveName: string;
  files: readonly ArchiveFile[];
  signal: AbortSignal;
  /** The zip of some of the files. */
  zipOf: ZipOf;
}

/** Writes one zip straight to the file that the person chose. What was begun and not finished is not kept. */
export async function saveToDisk(
  target: WritableStream<Uint8Array>,
  { files, signal, zipOf }: SaveOf,
): Promise<void> {
  await zipOf(files).pipeTo(target, { signal });
}

/** Holds each zip in memory before it is saved, in parts that a browser can hold. */
export async function saveInParts({ archiveName, files, signal, zipOf }: SaveOf): Promise<void> {
  const parts = toParts(files);
  for (const [index, part] of parts.entries()) {
    const content = await collect(zipOf(part), "application/zip");
    signal.throwIfAborted();
    saveBlob(content, partName(archiveName, index, parts.length));
  }
}
