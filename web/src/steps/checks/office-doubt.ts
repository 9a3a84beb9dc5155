import { appByName, isCompoundFile, readOfficeFile } from "../../lib/office/office-file.ts";
import type { Doubt } from "../../data/uploads/upload.models.ts";

/** A reason to doubt that somebody can open a file that looks as if it came from Office. */
export async function officeDoubt(content: File): Promise<Doubt | undefined> {
  const start = new Uint8Array(await content.slice(0, 8).arrayBuffer());
  if (!isCompoundFile(start)) return undefined;
  const { name } = content;
  const office = await readOfficeFile(content, name);
  if (!office) return appByName(name) && { kind: "damaged" };
  if (office.isLocked) return { kind: "locked", format: office.app ?? "Office" };
  return office.app && { kind: "old", app: office.app };
}
