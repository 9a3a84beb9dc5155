export interface SetCookie {
  name: string;
  /** Decoded. */
  value: string;
  /** Lower-case attribute names; an attribute without a value is "". */
  attributes: Record<string, string>;
}

/** A parsed `Set-Cookie` line. */
export function parseSetCookie(line: string): SetCookie {
  const [pair = "", ...rest] = line.split(/; */);
  const { key, value } = split(pair);
  const attributes = Object.fromEntries(
    rest.map((part) => {
      const attribute = split(part);
      return [attribute.key.toLowerCase(), attribute.value];
    }),
  );
  return { name: key, value: decodeURIComponent(value), attributes };
}

function split(text: string): { key: string; value: string } {
  const at = text.indexOf("=");
  return at < 0 ? { key: text, value: "" } : { key: text.slice(0, at), value: text.slice(at + 1) };
}
