import type { StoredFile } from "../../data/files/file.models.ts";
import type { Item } from "../../data/items/item.models.ts";
import type { Request } from "../../data/requests/request.models.ts";
import { itemFolderLength, pathLength, zipNameLength } from "./path-budget.models.ts";
import {
  inertName,
  isRunnable,
  nameKey,
  numberedName,
  numberOf,
  safeName,
  uniqueName,
} from "./zip-names.models.ts";

/** A stored file with its path in the archive: `02 Payslips/01 payslip-january.pdf`. */
export interface ArchiveFile {
  path: string;
  file: StoredFile;
  /** Its path ends in `.blocked` because opening the file could run a program. */
  isBlocked: boolean;
  /** SHA-256 of its content, if that differs from the sender's. */
  received?: string;
}

/** One item of the request, also if nothing was received for it. */
export interface ArchiveItem {
  number: string;
  item: Item;
  files: ArchiveFile[];
  /** Files that a member has set aside: only the indexes name them. */
  setAside: StoredFile[];
}

/** Everything received for one request, with paths inside its folder. */
export interface Archive {
  items: ArchiveItem[];
}

/** Folder of the files whose content isn't what the sender's browser hashed. */
const unverifiedFolder = "Could not be verified";

/** Folder of the files that a member returned and the recipient replaced, or still has to. */
const returnedFolder = "Returned";

/** Hashes of the content by file ID, for files whose content isn't what the sender's browser hashed. */
export type UnverifiedFiles = ReadonlyMap<string, string>;

/**
 * Paths depend only on the request, its decisions and its unverified files, so downloading it twice gives the same paths. A file that is
 * set aside still takes a number, so the others keep theirs.
 * @param room for each path.
 */
export function toArchive(
  request: Pick<Request, "items">,
  unverified: UnverifiedFiles = new Map(),
  room: number = pathLength,
): Archive {
  const count = request.items.length;
  return {
    items: request.items.map((item, index) => {
      const number = numberOf(index, count);
      // The number keeps folders of items with equal titles apart.
      const folder = numberedName(number, item.title, { fallback: "item", room: itemFolderLength(room) });
      return {
        number,
        item,
        files: toFiles(item.files, { folder, unverified, room }),
        setAside: item.files.filter(({ isSetAside }) => isSetAside),
      };
    }),
  };
}

/** Name of a request's zip, without extension. */
export function archiveName({ title }: Pick<Request, "title">): string {
  return safeName(title, "request", zipNameLength);
}

function toFiles(
  files: readonly StoredFile[],
  { folder, unverified, room }: { folder: string; unverified: UnverifiedFiles; room: number },
): ArchiveFile[] {
  const taken = new Set<string>();
  return files.flatMap((file, index) => {
    if (file.isSetAside) return [];
    const received = unverified.get(file.id);
    const folders = [
      ...(received === undefined ? [] : [unverifiedFolder]),
      ...(file.verdict === "returned" ? [returnedFolder] : []),
      folder,
    ].join("/");
    const left = room - folders.length - "/".length;
    const number = numberOf(index, files.length);
    const numbered = numberedName(number, file.name, { fallback: "file", room: left });
    const inert = inertName(numbered, { mime: file.mime, room: left });
    const name = uniqueName(inert, taken, left);
    taken.add(nameKey(name));
    const path = `${folders}/${name}`;
    const archived = { path, file, isBlocked: isRunnable(numbered) };
    return received === undefined ? [archived] : [{ ...archived, received }];
  });
}

/** Every file, with its path below `folder`. */
export function filesOf(archive: Archive, folder = ""): ArchiveFile[] {
  const files = archive.items.flatMap((item) => item.files);
  return folder === "" ? files : files.map((file) => Object.assign({}, file, { path: folder + file.path }));
}

export function bytesOf(files: readonly ArchiveFile[]): number {
  return files.reduce((sum, { file }) => sum + file.size, 0);
}

/** Limit for zips built in memory. Bytes. */
const maxPartBytes = 500 * 1024 * 1024;

/** Splits files in order into as few parts of up to `maxBytes` as possible. A larger file gets its own part. */
export function toParts(files: readonly ArchiveFile[], maxBytes: number = maxPartBytes): ArchiveFile[][] {
  const parts: ArchiveFile[][] = [[]];
  let room = maxBytes;
  for (const file of files) {
    if (file.file.size > room && parts.at(-1)?.length !== 0) {
      parts.push([]);
      room = maxBytes;
    }
    parts.at(-1)?.push(file);
    room -= file.file.size;
  }
  return parts;
}

export function partName(name: string, part: number, parts: number): string {
  return parts === 1 ? `${name}.zip` : `${name}, part ${part + 1} of ${parts}.zip`;
}
