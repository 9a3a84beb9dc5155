import { limits } from "./limits.ts";

/**
 * Characters removed from stored names: control characters, line and paragraph separators, bidirectional marks,
 * lone surrogates, the byte-order mark and path separators. Joiners stay: emoji and several scripts need them.
 */
const stripped = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}\u{feff}/\\]/gu;

/** Longer "extensions" are the end of a sentence, not a type, and may be cut. UTF-16 units including the dot. */
const maxExtension = 17;

/**
 * The name under which a file is stored and shown. All languages and emoji are preserved; the function is
 * idempotent.
 *
 * @param name as given by the browser or the user.
 * @returns 1 to 255 UTF-16 units in NFC, keeping the extension when shortened.
 */
export function cleanFileName(name: string): string {
  const clean = name.replace(stripped, "").normalize("NFC").trim();
  const cut = clean.length <= limits.fileNameLength ? clean : shorten(clean);
  return /^\.*$/.test(cut) ? "file" : cut;
}

/** The last `.ext` of a name in lower case with its dot, or "". */
export function fileExtension(name: string): string {
  return /[^.](\.[^\s.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
}

function shorten(name: string): string {
  const extension = fileExtension(name);
  const keptExtension = extension.length <= maxExtension ? name.slice(name.length - extension.length) : "";
  const stem = name.slice(0, name.length - keptExtension.length);
  return cutAtCharacter(stem, limits.fileNameLength - keptExtension.length) + keptExtension;
}

/** Cuts between grapheme clusters; half an emoji would not survive storage. */
function cutAtCharacter(text: string, max: number): string {
  let length = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (length + segment.length > max) break;
    length += segment.length;
  }
  return text.slice(0, length).trimEnd();
}
