/** Invisible, takes no room, and allows no line break. */
export const wordJoiner = "\u2060";

/** No domain ends in one of these, and people search for names of documents and copy them. */
const documents = "pdf|jpe?g|png|gif|webp|avif|hei[cf]|tiff?|docx?|xlsx?|pptx?|odt|ods|csv|txt|rtf";

/** The marks by which programs recognise an address of any kind. */
const linkable = new RegExp(
  [
    String.raw`(?<=\bwww)\.`,
    String.raw`(?<=\S)@(?=\S)`,
    // Not in a time of day.
    String.raw`(?<=\p{L}):(?=\S)`,
    // Not in a decimal number, and not before a document's extension unless the address continues after it.
    String.raw`(?<=[\p{L}\p{N}])[.。．｡](?<!\p{N}.(?=\p{N}))(?=[\p{L}\p{N}])(?!(?:${documents})\b(?![.@/:]))`,
  ].join("|"),
  "giu",
);

/** Text that email apps don't turn into links. */
export const unclickable = (text: string): string =>
  text.replaceAll(linkable, (mark) => `${wordJoiner}${mark}${wordJoiner}`);
