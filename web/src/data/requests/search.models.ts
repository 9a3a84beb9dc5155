/**
 * A prefix query over the search document: every typed word must begin some word of the request. Lower-cased and stripped of
 * accents like the document. "" if nothing searchable was typed.
 */
export function toSearchQuery(typed: string): string {
  return searchTerms(typed)
    .map((word) => `${word}:*`)
    .join(" & ");
}

/** Words of letters and digits in any language. Everything else is a separator, so no operator can be typed. */
function searchTerms(typed: string): string[] {
  // Only the accents that the document drops too; in other scripts, combining marks are vowels.
  const plain = typed
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/gu, "")
    .toLowerCase();
  return plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
