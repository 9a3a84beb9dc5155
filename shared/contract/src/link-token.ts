/** A token has 256 bits, written as base64url without padding. */
const tokenLength = 43;

/** Most marks around a token that could belong to it. */
const maxMarks = 8;

/**
 * Finds the token in the last part of a link. Chats, mail programs and people leave marks around a link that they pass
 * on: the full stop of its sentence, a bracket, a quotation mark, an invisible character, a line break.
 *
 * @param text the part as it stands in the path, with or without percent-encoding.
 * @returns the first token; undefined if there is none.
 */
export function cleanToken(text: string): string | undefined {
  const decoded = decode(text);
  return tokenIn(decoded) ?? tokenIn(decoded.replace(/[\s\p{Cf}]/gu, ""));
}

function tokenIn(text: string): string | undefined {
  const run = text.match(/[\w-]+/g)?.find(({ length }) => length >= tokenLength);
  if (run === undefined || run.length === tokenLength) return run;
  if (run.length > tokenLength + maxMarks) return undefined;
  // Characters of a token that are also marks: Markdown's emphasis, a dash.
  const unmarked = run.slice(0, tokenLength) + run.slice(tokenLength).replace(/[_-]+$/, "");
  const token = unmarked.length === tokenLength ? unmarked : unmarked.replace(/^[_-]+/, "");
  return token.length === tokenLength ? token : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that encodes nothing is one of the marks.
    return text.replaceAll(/%[\da-f]{2}/gi, "%");
  }
}
