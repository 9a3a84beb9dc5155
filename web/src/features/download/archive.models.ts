import type { StoredFile } from "../../data/files/file.models.ts";
import type { Item } from "../../data/items/item.models.ts";
import type { Request } from "../../data/requests/request.models.ts";
import { nameKey, numberedName, numberOf, safeName, uniqueName } from "./zip-names.models.ts";

/** A stored file and where it lies in the archive: `02 Payslips/01 payslip-january.pdf`. */
export interface ArchiveFile {
  path: string;
  file: StoredFile;
}

/** One item of the request, in the archive whether anything came for it or not. */
export interface ArchiveItem {
  number: string;
  item: Item;
  files: ArchiveFile[];
}

export interface Archive {
  /** Without extension. */
  name: string;
  items: ArchiveItem[];
}

/** Names depend on nothing but the request, so the same request downloaded twice has the same paths. */
export function toArchive(request: Pick<Request, "title" | "items">): Archive {
  const count = request.items.length;
  return {
    name: safeName(request.title, "request"),
    items: request.items.map((item, index) => {
      const number = numberOf(index, count);
      // The number makes folders unique; so a hundred items called the same still have a hundred folders.
      const folder = numberedName(number, item.title, "item");
      return { number, item, files: toFiles(item.files, folder) };
    }),
  };
}

function toFiles(files: readonly StoredFile[], folder: string): ArchiveFile[] {
  const taken = new Set<string>();
  return files.map((file, index) => {
    const name = uniqueName(numberedName(numberOf(index, files.length), file.name, "file"), taken);
    taken.add(nameKey(name));
    return { path: `${folder}/${name}`, file };
  });
}

export function filesOf(archive: Archive): ArchiveFile[] {
  return archive.items.flatMap((item) => item.files);
}

export function bytesOf(files: readonly ArchiveFile[]): number {
  return files.reduce((sum, { file }) => sum + file.size, 0);
}

/** What a browser is asked to hold at once where it cannot write to disk as it goes. */
const partBytes = 500 * 1024 * 1024;

/** The files in their order, in as few parts as hold no more than `maxBytes` each; a larger file has a part of its own. */
export function toParts(files: readonly ArchiveFile[], maxBytes: number = partBytes): ArchiveFile[][] {
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

export function partName(archiveName: string, part: number, parts: number): string {
  return parts === 1 ? `${archiveName}.zip` : `${archiveName}, part ${part + 1} of ${parts}.zip`;
}
