import { fileExtension } from "@sheaf/contract/file-name";
import { appByName, isCompoundFile, readOfficeFile } from "../../lib/office/office-file.ts";
import { isLockedZip } from "../../data/uploads/office/zip-entries.ts";
import type { Doubt } from "../../data/uploads/upload.models.ts";

const oldNames = new Set([".doc", ".xls", ".ppt"]);

/** A reason to doubt that an Office file or a zip can be opened. */
export async function containerDoubt(content: File): Promise<Doubt | undefined> {
  const { name } = content;
  const start = new Uint8Array(await content.slice(0, 8).arrayBuffer());
  const text = String.fromCharCode(...start);
  if (text.startsWith("PK") && (await isLockedZip(content))) return { kind: "locked", format: "zip" };
  if (!isCompoundFile(start)) {
    // Word opens RTF by this name without a word. Many a bank's .xls is a page of HTML, about which Excel warns.
    const isFree = !oldNames.has(fileExtension(name)) || text.startsWith("{\\rtf");
    return isFree ? undefined : { kind: "type" };
  }
  const office = await readOfficeFile(content, name);
  if (!office) return appByName(name) && { kind: "damaged" };
  if (office.isLocked) return { kind: "locked", format: office.app ?? "Office" };
  return office.app && { kind: "old", app: office.app };
}
