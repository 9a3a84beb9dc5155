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
 * Extensions of files that a double-click runs, mounts or follows, on Windows or another system, and of files that Windows
 * reads when it only shows their folder.
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
  `
    .trim()
    .split(/\s+/u),
);

const blockedEnd = ".blocked";

/** The name itself, or with `.blocked` appended if opening such a file could run a program. Takes a safe name. */
export function inertName(name: string, room = maxNameBytes): string {
  const extension = /\.(?<extension>[^.]+)$/u.exec(name)?.groups?.["extension"] ?? "";
  // `{…}` is the class of a Windows component, which opens in place of the file.
  const isRunnable = runnable.has(extension.toLowerCase()) || extension.startsWith("{");
  if (!isRunnable) return name;
  const stem = shortened(name, Math.min(room, maxNameBytes) - blockedEnd.length);
  return `${stem}${blockedEnd}`;
}

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
