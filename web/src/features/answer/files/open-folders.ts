import { limits } from "@sheaf/contract/limits";

/** Files in the order of their names, or the reason that none is taken. */
export type FolderContent = { files: File[] } | { problem: string };

/** Entries to look at before giving up, and folders within each other: a drop may be a whole disk. */
const mostEntries = 2000;
const mostLevels = 12;

/** Files that systems and programs put beside those of a person. */
const junk = /^(?:\.|~\$)|^(?:Thumbs\.db|ehthumbs\.db|desktop\.ini|__MACOSX|Icon\r)$/iu;

const tooMany = `The folder has more than ${limits.filesPerItem} files. Drop those that are needed.`;

/** Files of dropped folders, and those dropped beside them. */
export async function openFolders(dropped: readonly FileSystemEntry[]): Promise<FolderContent> {
  const files: File[] = [];
  let seen = 0;
  const open = async (entry: FileSystemEntry, level: number): Promise<void> => {
    seen += 1;
    if (seen > mostEntries || level > mostLevels || files.length > limits.filesPerItem) throw new TooMany();
    // A file that was dropped directly was chosen on purpose.
    if (level > 0 && junk.test(entry.name)) return;
    if (isFile(entry)) files.push(await new Promise<File>((resolve, reject) => entry.file(resolve, reject)));
    if (isFolder(entry)) for (const inside of await entriesOf(entry)) await open(inside, level + 1);
  };
  try {
    for (const entry of dropped) await open(entry, 0);
  } catch (error) {
    return { problem: error instanceof TooMany ? tooMany : "Your device didn’t let us read the folder." };
  }
  if (files.length > limits.filesPerItem) return { problem: tooMany };
  return files.length === 0 ? { problem: "There are no files in the folder." } : { files };
}

class TooMany extends Error {}

/** A reader gives a part of the entries at a time, and none at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) break;
    all.push(...some);
    if (all.length > mostEntries) throw new TooMany();
  }
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  return all.sort((a, b) => compare(a.name, b.name));
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
