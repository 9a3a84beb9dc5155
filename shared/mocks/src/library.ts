import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseTape, type Tape } from "./tape/tape.ts";

/** Where the tapes lie, with the bytes of files beside them in `blobs`. */
export const tapesFolder = join(import.meta.dirname, "..", "tapes");

/** Vite takes a file without an ending for a script, and refuses to serve one that is none. */
export const blobFile = (sha256: string) => join("blobs", `${sha256}.bin`);

/** Names of all tapes, in the order of the alphabet. */
export async function tapeNames(): Promise<string[]> {
  const files = await readdir(tapesFolder);
  return files
    .filter((file) => file.endsWith(".json"))
    .map((file) => file.replace(/\.json$/, ""))
    .toSorted();
}

/** @throws Error where there is none of that name, or what lies there is no tape. */
export async function readTape(name: string): Promise<Tape> {
  return parseTape(await readFile(join(tapesFolder, `${name}.json`), "utf8"));
}

/** Bytes that lie beside the tapes, by their SHA-256. */
export async function readBlob(sha256: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(join(tapesFolder, blobFile(sha256))));
}
