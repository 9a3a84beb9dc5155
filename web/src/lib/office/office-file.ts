import { fileExtension } from "@sheaf/contract/file-name";

export type OfficeApp = "Word" | "Excel" | "PowerPoint";

/** A file of Office that isn't a zip. */
export interface OfficeFile {
  /** By its content, or by its name if its content is encrypted. */
  app: OfficeApp | undefined;
  /** It opens with a password only. */
  isLocked: boolean;
  /** In the format of Office 97–2003. */
  isOld: boolean;
}

const names: Readonly<Record<string, OfficeApp>> = {
  ".doc": "Word",
  ".docx": "Word",
  ".xls": "Excel",
  ".xlsx": "Excel",
  ".ppt": "PowerPoint",
  ".pptx": "PowerPoint",
};

/** Compound files, such as old documents, encrypted ones, emails of Outlook and installers, start with it. */
const signature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

export function isCompoundFile(firstBytes: Uint8Array): boolean {
  return signature.every((byte, place) => firstBytes[place] === byte);
}

export function appByName(name: string): OfficeApp | undefined {
  return names[fileExtension(name)];
}

/** Undefined for everything else, and for one that is damaged. */
export async function readOfficeFile(content: Blob, name: string): Promise<OfficeFile | undefined> {
  const start = new Uint8Array(await content.slice(0, signature.length).arrayBuffer());
  if (!isCompoundFile(start)) return undefined;
  const { openCompoundFile } = await import("./compound-file.ts");
  const file = await openCompoundFile(content);
  if (file.has("EncryptedPackage")) return { app: appByName(name), isLocked: true, isOld: false };
  if (file.has("WordDocument")) {
    const [, flags = 0] = await file.read("WordDocument", 0x0a, 2);
    return { app: "Word", isLocked: (flags & 1) !== 0, isOld: true };
  }
  const book = ["Workbook", "Book"].find((stream) => file.has(stream));
  if (book !== undefined)
    return { app: "Excel", isLocked: await isEncryptedBook(file.read, book), isOld: true };
  if (file.has("PowerPoint Document"))
    return { app: "PowerPoint", isLocked: file.has("EncryptedSummary"), isOld: true };
  return undefined;
}

/** The record FILEPASS follows the first one, whose length stands in its third and fourth byte. */
async function isEncryptedBook(
  read: (stream: string, start: number, length: number) => Promise<Uint8Array>,
  book: string,
): Promise<boolean> {
  const [, , low = 0, high = 0] = await read(book, 0, 4);
  const [kind] = await read(book, 4 + low + 256 * high, 1);
  return kind === 0x2f;
}
