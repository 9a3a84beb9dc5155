/**
 * A text without case and accents, for looking something up. The result doesn't depend on the reader's language, in which
 * "I" and "i" can be different letters, as in Turkish.
 */
export const foldText = (text: string) =>
  text
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036F]/gu, "")
    .toLowerCase()
    .replaceAll("ı", "i");
