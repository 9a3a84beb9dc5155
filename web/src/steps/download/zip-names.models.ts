import { type AcceptedMime, excelMime, unknownMime, wordMime } from "@sheaf/contract/file-type";

/** Default maximum length of each part of a path: half of the limit of file systems. UTF-8 bytes. */
const maxNameBytes = 120;

/** Control characters, invisible spaces, and the bidirectional marks that make `fdp.exe` read as `exe.pdf`. */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u200b\u2060-\u2064\ufeff]/gu;

/** Characters that Windows forbids in file names. */
const forbidden = /[<>:"/\\|?*]/gu;

/** Names that Windows reserves for devices, with any extension. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=$|[ .])/iu;

/**
 * One part of a path that is valid on every system: NFC, without separators, invisible characters, device names or
 * leading and trailing dots and spaces. At most 120 bytes, with the extension preserved.
 * @param fallback used when no usable character is left.
 * @param room for the name. UTF-16 units, as of all lengths here that aren't bytes.
 */
export function safeName(name: string, fallback: string, room = maxNameBytes): string {
  const plain = name
    .normalize("NFC")
    .toWellFormed()
    .replaceAll(invisible, "")
    .replaceAll(forbidden, "-")
    .replaceAll(/\s+/gu, " ");
  const bare = withoutEdges(plain);
  const named = bare === "" || /^-+$/u.test(bare) ? fallback : bare;
  return shortened(device.test(named) ? `_${named}` : named, room);
}

/**
 * Extensions of files that a double-click runs, mounts or follows, on Windows or another system, of files that Windows
 * reads when it only shows their folder, and of documents that carry scripts or macros.
 */
const runnable = new Set(
  `
  appref-ms desktop fileloc inetloc library-ms lnk scf search-ms searchconnector-ms url webloc website
  bat cmd com cpl exe ocx pif scr sys
  appinstaller application appx appxbundle dmg gadget mpkg msi msix msixbundle msp mst msu pkg
  chm command hlp hta jar jnlp js jse mjs ps1 ps2 psc1 psd1 psm1 py pyw pyz sct shb shs terminal
  tool vb vbe vbs workflow ws wsc wsf wsh xbap xll
  ade adp accde iqy mda mde oqy ps1xml rqy slk wll
  deskthemepack diagcab diagcfg inf ins isp job msc rdp reg settingcontent-ms theme themepack
  img iso udf vhd vhdx
  htm html mht mhtml shtml svg svgz xht xhtml
  docm dotm potm ppam ppsm pptm sldm xlam xlsb xlsm xltm
  one onepkg onetoc2
  `
    .trim()
    .split(/\s+/u),
);

const blockedEnd = ".blocked";

/** Extensions by which a file of each type opens, the usual one first. */
const extensions: Readonly<Record<AcceptedMime, readonly string[]>> = {
  "application/pdf": ["pdf"],
  "image/png": ["png"],
  "image/jpeg": ["jpg", "jpeg", "jpe", "jfif"],
  "image/webp": ["webp"],
  "image/gif": ["gif"],
  "image/avif": ["avif"],
  "image/heic": ["heic", "heif"],
  "image/tiff": ["tif", "tiff"],
  [wordMime]: ["docx"],
  [excelMime]: ["xlsx"],
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": ["pptx"],
  "application/vnd.oasis.opendocument.text": ["odt"],
  "application/vnd.oasis.opendocument.spreadsheet": ["ods"],
  "text/csv": ["csv"],
  "text/plain": ["txt"],
};

/** True if opening such a file could run a program. Takes a safe name. */
export function isRunnable(name: string): boolean {
  const extension = extensionOf(name);
  // `{…}` is the class of a Windows component, which opens in place of the file.
  return runnable.has(extension) || extension.startsWith("{");
}

/**
 * The name with `.blocked` appended if it is runnable, and otherwise with the extension of the type that the file is
 * stored as, if it has another one. Takes a safe name.
 */
export function inertName(
  name: string,
  { mime = unknownMime, room = maxNameBytes }: { mime?: string; room?: number } = {},
): string {
  const ends = extensions[mime as AcceptedMime];
  if (!isRunnable(name) && (!ends || ends.includes(extensionOf(name)))) return name;
  const end = isRunnable(name) || !ends ? blockedEnd : `.${ends[0]}`;
  return `${shortened(name, Math.min(room, maxNameBytes) - end.length)}${end}`;
}

const extensionOf = (name: string): string =>
  (/\.(?<extension>[^.]+)$/u.exec(name)?.groups?.["extension"] ?? "").toLowerCase();

/** A safe name with a number in front, within the same limits: "02 Payslips". */
export function numberedName(
  number: string,
  name: string,
  { fallback, room = maxNameBytes }: { fallback: string; room?: number },
): string {
  return shortened(`${number} ${safeName(name, fallback)}`, room);
}

/** Zero-padded number, so that folders sort correctly: 01…99, or 001…100 for a count of 100. */
export function numberOf(index: number, count: number): string {
  return String(index + 1).padStart(Math.max(2, String(count).length), "0");
}

/** The first of `name`, `name (2)`, `name (3)` … that is not taken, ignoring case and Unicode composition. */
export function uniqueName(name: string, taken: ReadonlySet<string>, room = maxNameBytes): string {
  if (!taken.has(nameKey(name))) return name;
  for (let copy = 2; ; copy += 1) {
    const mark = ` (${copy})`;
    const { stem, extension } = splitName(name);
    const candidate = `${withoutEdges(cut(stem, room, mark + extension))}${mark}${extension}`;
    if (!taken.has(nameKey(candidate))) return candidate;
  }
}

/** Equal for two names that collide on a case-insensitive file system. */
export function nameKey(name: string): string {
  return name.normalize("NFKC").toUpperCase().toLowerCase();
}

function shortened(name: string, room: number): string {
  if (fits(name, room)) return name;
  const { stem, extension } = splitName(name);
  return withoutEdges(`${withoutEdges(cut(stem, room, extension))}${extension}`);
}

const fits = (name: string, room: number): boolean => name.length <= room && byteLength(name) <= maxNameBytes;

/** An extension has up to ten letters and digits, so "v1.final version of it" has none. */
function splitName(name: string): { stem: string; extension: string } {
  const extension = /(?<=[^.])\.[\p{L}\p{N}]{1,10}$/u.exec(name)?.[0] ?? "";
  return { stem: name.slice(0, name.length - extension.length), extension };
}

/** Cuts before what doesn't fit with `end`, between grapheme clusters, so that no emoji or accented letter is split. */
function cut(text: string, room: number, end: string): string {
  let result = "";
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text)) {
    if (!fits(result + segment + end, room)) break;
    result += segment;
  }
  return result;
}

/** Leading dots hide a file or form `..`; Windows drops trailing dots and spaces, so names would collide. */
function withoutEdges(name: string): string {
  return name.replaceAll(/^[\s.]+|[\s.]+$/gu, "");
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}
