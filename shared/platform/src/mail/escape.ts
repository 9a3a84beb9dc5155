const htmlEntities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&#34;",
  "'": "&#39;",
  "+": "&#43;",
  "\0": "\uFFFD",
};

/** Text for an element or a quoted attribute, by the table of Go's html/template (which escapes `+` too). */
export function escapeHtml(value: string): string {
  return value.replace(/[&<>"'+\p{Cc}]/gu, (character) => htmlEntities[character] ?? character);
}

/** One query value of a URL: everything but letters, digits and `-._~` is percent-encoded. */
export function escapeQueryValue(value: string): string {
  return encodeURIComponent(value).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
}

/** A URL or a piece of its path: reserved characters and `%xx` stay, what may not stand in a URL is encoded. */
export function normaliseUrl(value: string): string {
  return value.replace(/%(?![0-9a-fA-F]{2})|[^\w%\-.~!#$&*+,/:;=?@[\]]/g, (character) =>
    [...new TextEncoder().encode(character)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
  );
}

/** A URL that begins with a value of ours may be http, https or mailto, or relative; anything else is defused. */
export function filterUrl(value: string): string {
  const scheme = /^([^/?#:]*):/.exec(value)?.[1]?.toLowerCase();
  if (scheme === undefined || ["http", "https", "mailto"].includes(scheme)) return value;
  return "#ZgotmplZ";
}
