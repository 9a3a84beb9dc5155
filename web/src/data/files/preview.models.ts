import {
  excelMime,
  isPreviewable,
  type PreviewableMime,
  sniffLength,
  sniffType,
  wordMime,
} from "@sheaf/contract/file-type";

import { isLockedZip } from "../uploads/office/zip-entries.ts";
import { type OfficeFile, readOfficeFile } from "../../lib/office/office-file.ts";

/** Formats that a decoder turns into pictures, because browsers can't show them. */
export type DecodedFormat = "heic" | "tiff";

/** The preview of a file, decided by its bytes. Only the kind of an office file, which isn't shown, follows its name. */
export type Preview =
  | { kind: "image" | "pdf"; content: Blob }
  | { kind: "decoded"; format: DecodedFormat; content: Blob }
  /** `state`: what keeps it from being opened like others. */
  | { kind: "office"; state?: OfficeFile }
  | { kind: "none"; isLocked?: true };

/** Sets a file's type from its first bytes and ignores its declared type, which an attacker can choose. */
export async function toPreview(content: Blob, name = ""): Promise<Preview> {
  const head = new Uint8Array(await content.slice(0, sniffLength).arrayBuffer());
  const mime = sniffType(head, name);
  if (isPreviewable(mime)) return { kind: kindOf(mime), content: content.slice(0, content.size, mime) };
  if (mime === "image/heic") return { kind: "decoded", format: "heic", content };
  if (mime === "image/tiff") return { kind: "decoded", format: "tiff", content };
  const state = await readOfficeFile(content, name).catch(() => undefined);
  if (state) return { kind: "office", state };
  if (mime === wordMime || mime === excelMime) return { kind: "office" };
  const isZip = head[0] === 0x50 && head[1] === 0x4b;
  return isZip && (await isLockedZip(content)) ? { kind: "none", isLocked: true } : { kind: "none" };
}

function kindOf(mime: PreviewableMime): "image" | "pdf" {
  return mime === "application/pdf" ? "pdf" : "image";
}
