import type { Encoding, ListDoubt } from "./list.models.ts";

export interface DecodedText {
  text: string;
  doubt?: ListDoubt;
  /** The one that was chosen, if it was needed. */
  encoding?: Encoding;
}

/**
 * Text of a file: UTF-8, UTF-16 with or without a byte order mark, or else the given encoding. Excel saves CSV in that of the
 * computer's language. Null if it is no text.
 */
export function decodeText(bytes: Uint8Array, encoding: Encoding = "windows-1252"): DecodedText | null {
  const wide = utf16(bytes);
  if (wide !== null) return { text: new TextDecoder(wide).decode(bytes) };
  if (bytes.subarray(0, 4096).includes(0)) return null;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\ufffd") ? { text, doubt: "replaced" } : { text };
  } catch {
    return { text: new TextDecoder(encoding).decode(bytes), doubt: "encoding", encoding };
  }
}

function utf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  // Latin letters have a zero as every second byte.
  const start = bytes.subarray(0, 400);
  const zeros = [0, 1].map((parity) => start.filter((byte, at) => byte === 0 && at % 2 === parity).length);
  const half = start.length / 2;
  if (half < 2) return null;
  if ((zeros[1] ?? 0) > half * 0.8 && zeros[0] === 0) return "utf-16le";
  return (zeros[0] ?? 0) > half * 0.8 && zeros[1] === 0 ? "utf-16be" : null;
}
