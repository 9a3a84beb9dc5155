/**
 * Text as it is compared when a person looks for something: without case and accents, and the same in every language. In
 * the reader's own language, "I" and "i" are different letters for Turkish readers.
 */
export const foldText = (text: string) =>
  text
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036F]/gu, "")
    .toLowerCase()
    .replaceAll("ı", "i");
