import type { ReceiptKey } from "./receipt.ts";

/** An id and 32 bytes, base64url without padding: "2026:LVds58Xv…". */
const keyPattern = /^(?<kid>[\w.-]{1,40}):(?<bytes>[\w-]{43})$/;

/** Undefined if it isn't a key. */
export function readKey(text: string): { kid: string; bytes: string } | undefined {
  const { kid, bytes } = keyPattern.exec(text)?.groups ?? {};
  return kid === undefined || bytes === undefined ? undefined : { kid, bytes };
}

/** Public keys, as settings and pages contain them: "2026:…,2025:…". Undefined if one isn't a key or an id occurs twice. */
export function readKeyList(text: string): ReceiptKey[] | undefined {
  const parts = text === "" ? [] : text.split(",").map(readKey);
  const keys = parts.flatMap((part) => (part ? [{ kid: part.kid, x: part.bytes }] : []));
  const ids = new Set(keys.map(({ kid }) => kid));
  return ids.size === parts.length ? keys : undefined;
}

export const writeKeyList = (keys: readonly ReceiptKey[]): string =>
  keys.map(({ kid, x }) => `${kid}:${x}`).join(",");
