import { limits } from "./limits.ts";

/**
 * What a stored name never holds: control characters, line and paragraph separators, marks that reorder the text
 * around them, halves of a character, the byte-order mark, and both path separators. Joiners stay: emoji and several
 * scripts are written with them.
 */
const stripped = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}\u{feff}/\\]/gu;

/** Longer "extensions" are the end of a sentence, not a type; they may be cut. UTF-16 units with the dot. */
const maxExtension = 17;

/**
 * The name under which a file is stored and shown. Any language and any emoji stay as they are; cleaning twice
 * changes nothing.
 *
 * @param name as the browser or the person gave it.
 * @returns 1 to 255 UTF-16 units in composed form, with the extension kept when the rest had to be cut.
 */
export function cleanFileName(name: string): string {
  const clean = name.replace(stripped, "").normalize("NFC").trim();
  const cut = clean.length <= limits.fileNameLength ? clean : shorten(clean);
  return /^\.*$/.test(cut) ? "file" : cut;
}

/** The last `.ext` of a name in lower case with its dot, or an empty text. */
export function fileExtension(name: string): string {
  return /[^.](\.[^\s.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
}

function shorten(name: string): string {
  const extension = fileExtension(name);
  const kept = extension.length <= maxExtension ? name.slice(name.length - extension.length) : "";
  const stem = name.slice(0, name.length - kept.length);
  return cutAtCharacter(stem, limits.fileNameLength - kept.length) + kept;
}

/** Cuts between characters as a reader sees them: half an emoji would not survive storage. */
function cutAtCharacter(text: string, max: number): string {
  let length = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (length + segment.length > max) break;
    length += segment.length;
  }
  return text.slice(0, length).trimEnd();
}
