import { fileExtension } from "./file-name.ts";
import type { AcceptedGroup } from "./request-draft.ts";

export const wordMime = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
export const excelMime = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Types stored as themselves; the bucket's allow-list is these and `unknownMime`. */
export const acceptedMimes = [
  "application/pdf",
  "image/png",
  "image/jpeg",
  "image/webp",
  "image/gif",
  "image/avif",
  "image/heic",
  "image/tiff",
  wordMime,
  excelMime,
  "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  "application/vnd.oasis.opendocument.text",
  "application/vnd.oasis.opendocument.spreadsheet",
  "text/csv",
  "text/plain",
] as const;
export type AcceptedMime = (typeof acceptedMimes)[number];

/** Type of all other files, so that none is opened by the type its name claims. */
export const unknownMime = "application/octet-stream";
export type StoredMime = AcceptedMime | typeof unknownMime;

/** Types that may be shown in the page once their first bytes confirm them, and the only ones of examples. */
export const previewableMimes = [
  "application/pdf",
  "image/png",
  "image/jpeg",
  "image/webp",
  "image/gif",
  "image/avif",
] as const;
export type PreviewableMime = (typeof previewableMimes)[number];

/** Number of leading bytes that `sniffType` uses: readers accept a PDF header anywhere in them. */
export const sniffLength = 1024;

const zippedTypes: Readonly<Record<string, AcceptedMime>> = {
  ".docx": wordMime,
  ".xlsx": excelMime,
  ".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  ".odt": "application/vnd.oasis.opendocument.text",
  ".ods": "application/vnd.oasis.opendocument.spreadsheet",
};

const textTypes: Readonly<Record<string, AcceptedMime>> = { ".csv": "text/csv", ".txt": "text/plain" };

const groups: Readonly<Record<AcceptedGroup, readonly string[]>> = {
  pdf: ["application/pdf"],
  image: acceptedMimes.filter((mime) => mime.startsWith("image/")),
  word: [wordMime],
  excel: [excelMime],
};

/**
 * The type shown by the content, regardless of the browser's claim or the name.
 *
 * @param firstBytes the first `sniffLength` bytes, or all bytes of a shorter file.
 * @param name distinguishes the zipped office formats, which start alike; undefined is returned for them without
 * it.
 */
export function sniffType(firstBytes: Uint8Array, name = ""): AcceptedMime | undefined {
  const head = latin1(firstBytes.subarray(0, sniffLength));
  if (head.startsWith("\u0089PNG\r\n\u001a\n")) return "image/png";
  if (head.startsWith("\u00ff\u00d8\u00ff")) return "image/jpeg";
  if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) return "image/gif";
  if (head.startsWith("RIFF") && head.startsWith("WEBP", 8)) return "image/webp";
  if (head.startsWith("ftyp", 4)) return sniffBoxes(head);
  if (/^(II[*+]\0|MM\0[*+])/.test(head)) return "image/tiff";
  if (head.startsWith("PK\u0003\u0004")) return zippedTypes[fileExtension(name)];
  return head.includes("%PDF-") ? "application/pdf" : undefined;
}

/**
 * The type under which a file is stored and sent: from its bytes, from the extension for plain text (which has no
 * signature), or `application/octet-stream`.
 */
export function storedMime(name: string, sniffed: AcceptedMime | undefined): StoredMime {
  return sniffed ?? textTypes[fileExtension(name)] ?? unknownMime;
}

/** The type of a zipped office file by its name alone: for one that is encrypted, whose bytes don't show it. */
export function officeTypeByName(name: string): AcceptedMime | undefined {
  return zippedTypes[fileExtension(name)];
}

/** True if an item with these accepted groups takes this type. No groups: every type. */
export function acceptsMime(accepts: readonly AcceptedGroup[], mime: string): boolean {
  return accepts.length === 0 || accepts.some((group) => groups[group].includes(mime));
}

/**
 * The `accept` attribute of a file picker for these groups; empty for all types. HEIC is accepted but not listed:
 * an iPhone whose picker lists it stops converting to JPEG, which everyone can open.
 */
export function pickerAccept(accepts: readonly AcceptedGroup[]): string {
  return accepts
    .flatMap((group) => groups[group])
    .filter((mime) => mime !== "image/heic")
    .join(",");
}

export function isPreviewable(mime: string | undefined): mime is PreviewableMime {
  return previewableMimes.some((previewable) => previewable === mime);
}

/** AVIF and HEIC share one container; photos from phones often name only the general brand `mif1` first. */
function sniffBoxes(head: string): AcceptedMime | undefined {
  const size = (head.charCodeAt(2) << 8) | head.charCodeAt(3);
  const brands = new Set((head.slice(8, 12) + head.slice(16, size)).match(/.{4}/gs));
  if (brands.has("avif") || brands.has("avis")) return "image/avif";
  const heif = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"];
  return heif.some((brand) => brands.has(brand)) ? "image/heic" : undefined;
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
