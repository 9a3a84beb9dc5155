export interface TextPart {
  /** Place of its first character in the whole text. */
  at: number;
  text: string;
  /** Set for an address that may be a link. */
  href?: string;
}

/** Ends before white space, quotes and brackets. */
const address = /https?:\/\/[^\s<>"'`()[\]{}“”‘’«»]+/giu;

/** Punctuation that belongs to the sentence around an address. */
const trailing = /[.,;:!?…]+$/u;

/** Splits a text that a user wrote into plain text and addresses that are safe to open. */
export function toTextParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  for (const { 0: match, index } of text.matchAll(address)) {
    const written = match.replace(trailing, "");
    const href = safeHref(written);
    if (href === undefined) continue;
    if (index > done) parts.push({ at: done, text: text.slice(done, index) });
    parts.push({ at: index, text: written, href });
    done = index + written.length;
  }
  if (done < text.length) parts.push({ at: done, text: text.slice(done) });
  return parts;
}

/**
 * @returns undefined for an address that could pass for another one: with a name before the host
 * (`https://bank.example@evil.example`), or with letters of other scripts, which can look like Latin ones.
 */
function safeHref(written: string): string | undefined {
  if (!/^[\u0021-\u007e]+$/u.test(written) || !URL.canParse(written)) return undefined;
  const { href, protocol, username, password, hostname } = new URL(written);
  const isWeb = protocol === "https:" || protocol === "http:";
  const isPlain =
    username === "" && password === "" && hostname.includes(".") && !/(^|\.)xn--/u.test(hostname);
  return isWeb && isPlain ? href : undefined;
}
