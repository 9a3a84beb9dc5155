import { invalidRange } from "../storage.errors.ts";

export interface ByteRange {
  start: number;
  /** Last byte, inclusive. */
  end: number;
}

/**
 * Parses a single range of a file of `size` bytes: `bytes=a-b`, `bytes=a-` or `bytes=-n` (the last n).
 *
 * @throws InvalidRange for other or unsatisfiable ranges, and for several ranges.
 */
export function parseRange(header: string, size: number): ByteRange {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  const [, from = "", to = ""] = match ?? [];
  if (from === "" && to === "") throw invalidRange();

  const range =
    from === ""
      ? { start: Math.max(0, size - Number(to)), end: size - 1 }
      : { start: Number(from), end: to === "" ? size - 1 : Math.min(Number(to), size - 1) };
  if (range.start > range.end) throw invalidRange();
  return range;
}
