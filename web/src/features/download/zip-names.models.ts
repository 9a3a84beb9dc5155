/** Bytes of UTF-8 that any part of a path may take: half of what file systems allow, so that copies still fit. */
const maxNameBytes = 120;

/** Control characters, invisible spaces, and the bidirectional marks that make `fdp.exe` read as `exe.pdf`. */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u200b\u2060-\u2064\ufeff]/gu;

/** What no name may hold on one of the systems that people unpack on. */
const forbidden = /[<>:"/\\|?*]/gu;

/** Names that Windows keeps for devices, alone or in front of any extension. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=$|[ .])/iu;

/**
 * One part of a path that every system can write: NFC, no separators, nothing invisible, no device, no dot or space at
 * its ends, 120 bytes at most with the extension kept.
 * @param fallback stands in when nothing is left of the name.
 */
export function safeName(name: string, fallback: string): string {
  const plain = name
    .normalize("NFC")
    .toWellFormed()
    .replaceAll(invisible, "")
    .replaceAll(forbidden, "-")
    .replaceAll(/\s+/gu, " ");
  const bare = withoutEdges(plain);
  const named = bare === "" || /^-+$/u.test(bare) ? fallback : bare;
  return shortened(device.test(named) ? `_${named}` : named, maxNameBytes);
}

/** The name with `prefix` before it, still within the limit: "02" + "Payslips" is "02 Payslips". */
export function numberedName(number: string, name: string, fallback: string): string {
  return shortened(`${number} ${safeName(name, fallback)}`, maxNameBytes);
}

/** Numbers of one width, so that a folder sorts by them: 01…99, or 001…100 where there are that many. */
export function numberOf(index: number, count: number): string {
  return String(index + 1).padStart(Math.max(2, String(count).length), "0");
}

/** The first of `name`, `name (2)`, `name (3)` … that is not taken, where case and composition make no difference. */
export function uniqueName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(nameKey(name))) return name;
  for (let copy = 2; ; copy += 1) {
    const mark = ` (${copy})`;
    const { stem, extension } = splitName(name);
    const room = maxNameBytes - byteLength(mark + extension);
    const candidate = `${withoutEdges(cut(stem, room))}${mark}${extension}`;
    if (!taken.has(nameKey(candidate))) return candidate;
  }
}

/** Under which two names are the same on a disk that does not tell upper from lower case. */
export function nameKey(name: string): string {
  return name.normalize("NFKC").toUpperCase().toLowerCase();
}

function shortened(name: string, maxBytes: number): string {
  if (byteLength(name) <= maxBytes) return name;
  const { stem, extension } = splitName(name);
  return withoutEdges(`${withoutEdges(cut(stem, maxBytes - byteLength(extension)))}${extension}`);
}

/** An extension is a short tail of letters and digits; "v1.final version of it" has none. */
function splitName(name: string): { stem: string; extension: string } {
  const extension = /(?<=[^.])\.[\p{L}\p{N}]{1,10}$/u.exec(name)?.[0] ?? "";
  return { stem: name.slice(0, name.length - extension.length), extension };
}

/** Cuts between characters as people see them, so that no emoji or accented letter is torn in two. */
function cut(text: string, maxBytes: number): string {
  let kept = "";
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text)) {
    if (byteLength(kept) + byteLength(segment) > maxBytes) break;
    kept += segment;
  }
  return kept;
}

/** Neither leading dots (hidden, or `..`) nor trailing dots and spaces (dropped by Windows, so names would collide). */
function withoutEdges(name: string): string {
  return name.replaceAll(/^[\s.]+|[\s.]+$/gu, "");
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}
