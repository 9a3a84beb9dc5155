import { cleanFileName } from "@sheaf/contract/file-name";
import {
  acceptsMime,
  officeTypeByName,
  sniffLength,
  sniffType,
  storedMime,
  type StoredMime,
} from "@sheaf/contract/file-type";
import type { AcceptedGroup } from "@sheaf/contract/request-draft";
import { AppError } from "../../../lib/errors.ts";
import { isCompoundFile, type OfficeFile, readOfficeFile } from "../../../lib/office/office-file.ts";
import { hasOfficeContent } from "../office/office-content.ts";

export interface InspectRules {
  accepts: readonly AcceptedGroup[];
  /** Bytes. */
  maxBytes: number;
}

/**
 * Validates a chosen file before anything is uploaded.
 *
 * @returns the type it will be stored under, from its own bytes.
 * @throws AppError `file.empty`, `file.too_large`, `file.type`, `file.old_word`, `file.old_excel` or `file.unreadable`.
 */
export async function inspectFile(content: File, { accepts, maxBytes }: InspectRules): Promise<StoredMime> {
  if (content.size === 0) throw new AppError("file.empty");
  if (content.size > maxBytes) throw new AppError("file.too_large");
  const name = cleanFileName(content.name);
  const start = await readStart(content);
  const office = isCompoundFile(start)
    ? await readOfficeFile(content, name).catch(() => undefined)
    : undefined;
  const sniffed = sniffType(start, name);
  const mime =
    office?.isLocked && !office.isOld
      ? storedMime(name, officeTypeByName(name))
      : storedMime(name, (await hasOfficeContent(content, sniffed)) ? sniffed : undefined);
  if (!acceptsMime(accepts, mime)) throw new AppError(refusalOf(office, accepts));
  return mime;
}

/** Where the new format is accepted, an old document is refused with advice to save it in that format. */
function refusalOf(office: OfficeFile | undefined, accepts: readonly AcceptedGroup[]) {
  if (office?.isOld && office.app === "Word" && accepts.includes("word")) return "file.old_word";
  if (office?.isOld && office.app === "Excel" && accepts.includes("excel")) return "file.old_excel";
  return "file.type";
}

/** False if the file was moved or edited since it was chosen. */
export async function isReadable(content: Blob): Promise<boolean> {
  try {
    await content.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

async function readStart(content: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await content.slice(0, sniffLength).arrayBuffer());
  } catch {
    throw new AppError("file.unreadable");
  }
}
