const htmlEntities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&#34;",
  "'": "&#39;",
  "+": "&#43;",
  "\0": "\uFFFD",
};

/** Escapes text for an element or a quoted attribute with the table of Go's html/template, which also escapes `+`. */
export function escapeHtml(value: string): string {
  return value.replace(/[&<>"'+\p{Cc}]/gu, (character) => htmlEntities[character] ?? character);
}

/** Percent-encodes one query value of a URL: everything but letters, digits and `-._~`. */
export function escapeQueryValue(value: string): string {
  return encodeURIComponent(value).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
}

/** Encodes characters that a URL or part of its path can't contain. Keeps reserved characters and `%xx`. */
export function normaliseUrl(value: string): string {
  return value.replace(/%(?![0-9a-fA-F]{2})|[^\w%\-.~!#$&*+,/:;=?@[\]]/g, (character) =>
    [...new TextEncoder().encode(character)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
  );
}

/**
 * Passes relative, http, https and mailto URLs. Replaces any other, such as `javascript:`, with the placeholder of Go's
 * html/template.
 */
export function filterUrl(value: string): string {
  const scheme = /^([^/?#:]*):/.exec(value)?.[1]?.toLowerCase();
  if (scheme === undefined || ["http", "https", "mailto"].includes(scheme)) return value;
  return "#ZgotmplZ";
}
