import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseTape, type Tape } from "./tape/tape.ts";

/** Folder of the tapes; their files are in `blobs`. */
export const tapesFolder = join(import.meta.dirname, "..", "tapes");

/** The extension keeps Vite from treating the file as a script. */
export const blobFile = (sha256: string) => join("blobs", `${sha256}.bin`);

/** Names of all tapes in alphabetical order. */
export async function tapeNames(): Promise<string[]> {
  const files = await readdir(tapesFolder);
  return files
    .filter((file) => file.endsWith(".json"))
    .map((file) => file.replace(/\.json$/, ""))
    .toSorted();
}

/** @throws Error if there is no such tape or it is invalid. */
export async function readTape(name: string): Promise<Tape> {
  return parseTape(await readFile(join(tapesFolder, `${name}.json`), "utf8"));
}

/** Reads a file stored beside the tapes, by its SHA-256. */
export async function readBlob(sha256: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(join(tapesFolder, blobFile(sha256))));
}
