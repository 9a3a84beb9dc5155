/** Without padding (RFC 4648, section 5). */
export const encodeBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** @throws DOMException if it is not base64url. */
export const decodeBase64Url = (text: string): Uint8Array =>
  Uint8Array.from(
    atob(text.replaceAll("-", "+").replaceAll("_", "/")),
    (character) => character.codePointAt(0) ?? 0,
  );
