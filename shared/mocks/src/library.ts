import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ListedTape } from "./run.ts";
import { recordingDigest } from "./recording-digest.ts";
import { parseTape, type Tape } from "./tape/tape.ts";

const repository = join(import.meta.dirname, "..", "..", "..");

/** Folder of the tapes in git; their files are in `blobs`. */
export const tapesFolder = join(import.meta.dirname, "..", "tapes");

/** Folder with one folder of recorded tapes per digest of their sources. */
export const recordingsFolder = join(repository, ".data", "tapes");

/** Name and description of every tape that can be recorded; written by `pnpm tapes:record`. */
export const catalogFile = join(tapesFolder, "lists", "catalog.json");

/** Requests of the page that no tape in git has; written by `pnpm tapes:record`. */
export const pageRequestsFile = join(tapesFolder, "lists", "page-requests.json");

/** The extension keeps formatters and editors away from files that are compared byte for byte. */
export const blobFile = (sha256: string) => join("blobs", `${sha256}.bin`);

/** Tapes in one or more folders; an earlier folder wins. */
export interface TapeLibrary {
  /** Names in alphabetical order. */
  names: () => Promise<string[]>;
  /** @throws Error if there is no such tape or it is invalid. */
  readTape: (name: string) => Promise<Tape>;
  /** Reads a file stored beside the tapes, by its SHA-256. */
  readBlob: (sha256: string) => Promise<Uint8Array<ArrayBuffer>>;
}

export function openLibrary(folders: readonly string[]): TapeLibrary {
  const read = async (file: string) => {
    const folder = folders.find((path) => existsSync(join(path, file)));
    if (folder === undefined) throw new Error(`There is no ${file} beside the tapes.`);
    return await readFile(join(folder, file));
  };
  return {
    names: async () => {
      const files = await Promise.all(folders.filter(existsSync).map((folder) => readdir(folder)));
      const tapes = files.flat().filter((file) => file.endsWith(".json"));
      return [...new Set(tapes.map((file) => file.replace(/\.json$/, "")))].toSorted();
    },
    readTape: async (name) => parseTape((await read(`${name}.json`)).toString("utf8")),
    readBlob: async (sha256) => new Uint8Array(await read(blobFile(sha256))),
  };
}

/** The tapes in git. Tests use only these. */
export const committedTapes = openLibrary([tapesFolder]);

/** Folder for recordings of the current sources. Another one takes its place as soon as a source changes. */
export async function recordedFolder(): Promise<string> {
  return join(recordingsFolder, await recordingDigest(repository));
}

/** The tapes in git and those recorded on this machine. */
export async function openAllTapes(): Promise<TapeLibrary> {
  return openLibrary([tapesFolder, await recordedFolder()]);
}

/** Names and descriptions of tapes, in alphabetical order, with those that are still to be recorded. */
export async function listTapes(library: TapeLibrary): Promise<ListedTape[]> {
  const names = await library.names();
  const tapes = await Promise.all(names.map((name) => library.readTape(name)));
  const recorded = tapes.map(({ name, description }) => ({ name, description, isRecorded: true }));
  const missing = (await readCatalog())
    .filter(({ name }) => !names.includes(name))
    .map(({ name, description }) => ({ name, description, isRecorded: false }));
  return [...recorded, ...missing].toSorted((one, other) => one.name.localeCompare(other.name, "en"));
}

export async function readCatalog(): Promise<Pick<Tape, "name" | "description">[]> {
  return JSON.parse(await readFile(catalogFile, "utf8")) as Pick<Tape, "name" | "description">[];
}
