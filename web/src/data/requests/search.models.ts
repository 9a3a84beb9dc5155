/**
 * What a person typed, as a prefix query over the search document: every word must begin some word of the request.
 * Folded as the document is (lower-cased, accents taken off); nothing searchable gives "".
 */
export function toSearchQuery(typed: string): string {
  return searchWords(typed)
    .map((word) => `${word}:*`)
    .join(" & ");
}

/** Letters and digits of any language; everything else only parts words, so no operator can be typed. */
function searchWords(typed: string): string[] {
  // Only the accents that the document drops as well: in other scripts marks are vowels.
  const plain = typed
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/gu, "")
    .toLowerCase();
  return plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
