import { type Frame, type Scan, isScanComplete, type ScanTables } from "./jpeg-scan.ts";
import type { PictureGap } from "./picture-gap.ts";
import { uint16 } from "./read-bytes.ts";

const marker = { start: 0xd8, end: 0xd9, scan: 0xda, tables: 0xc4, restarts: 0xdd };

/** Baseline, extended and progressive, with Huffman codes: what browsers show. */
const frames = new Set([0xc0, 0xc1, 0xc2]);
const progressive = 0xc2;

/** Progressive pictures have about ten. A file that only claims to be one may have millions. */
const maxScans = 500;

/** Markers without content: RST0 to RST7, and TEM. */
const isBare = (code: number) => (code >= 0xd0 && code <= 0xd8) || code === 0x01;

/** Nothing is missing once the picture's own end marker is found, even with bytes after it. Skips embedded pictures. */
export function jpegGap(bytes: Uint8Array): PictureGap | undefined {
  const tables: ScanTables = { dc: [], ac: [], restartInterval: 0 };
  const scans: Scan[] = [];
  let frame: Frame | undefined;
  let at = 2;
  while (at < bytes.length) {
    if (bytes[at] !== 0xff) break;
    while (bytes[at] === 0xff) at += 1;
    const code = bytes[at] ?? 0;
    at += 1;
    if (code === marker.end) return undefined;
    if (isBare(code)) continue;
    const end = at + uint16(bytes, at);
    const segment = bytes.subarray(at + 2, end);
    if (end > bytes.length) break;
    if (frames.has(code)) frame = readFrame(segment, code === progressive);
    if (code === marker.tables) readTables(segment, tables);
    if (code === marker.restarts) tables.restartInterval = uint16(segment, 0);
    at = end;
    if (code === marker.scan) {
      at = endOfScan(bytes, end);
      scans.push(readScan(segment, bytes.subarray(end, at), tables));
      if (scans.length > maxScans) return undefined;
    }
  }
  return frame && gapOf(frame, scans);
}

function gapOf(frame: Frame, scans: readonly Scan[]): PictureGap | undefined {
  if (frame.height === 0) return undefined;
  const last = scans.at(-1);
  const isLastComplete = last !== undefined && isScanComplete(frame, last);
  if (scans.length <= 1 && !isLastComplete) return "end";
  const missesBits = frame.components.some(({ id }) => {
    const own = scans.filter((scan) => scan.components.some((component) => component.id === id));
    const exact = own.filter(({ shift }) => shift === 0);
    const lastOf = (coefficient: number) =>
      exact.some(({ from, to }) => from <= coefficient && coefficient <= to);
    return !frame.isProgressive ? own.length === 0 : !range64.every(lastOf);
  });
  return missesBits || !isLastComplete ? "detail" : undefined;
}

const range64 = Array.from({ length: 64 }, (_, place) => place);

function readFrame(segment: Uint8Array, isProgressive: boolean): Frame {
  const components = Array.from({ length: segment[5] ?? 0 }, (_, place) => {
    const at = 6 + 3 * place;
    const factors = segment[at + 1] ?? 0x11;
    return { id: segment[at] ?? 0, across: factors >> 4 || 1, down: factors & 15 || 1 };
  });
  return { isProgressive, height: uint16(segment, 1), width: uint16(segment, 3), components };
}

function readTables(segment: Uint8Array, tables: ScanTables): void {
  let at = 0;
  while (at + 17 <= segment.length) {
    const kind = segment[at] ?? 0;
    const counts = segment.subarray(at + 1, at + 17);
    const total = counts.reduce((sum, count) => sum + count, 0);
    const table = { counts, symbols: segment.subarray(at + 17, at + 17 + total) };
    (kind >> 4 === 0 ? tables.dc : tables.ac)[kind & 15] = table;
    at += 17 + total;
  }
}

function readScan(segment: Uint8Array, content: Uint8Array, tables: ScanTables): Scan {
  const count = segment[0] ?? 0;
  const components = Array.from({ length: count }, (_, place) => {
    const chosen = segment[2 + 2 * place] ?? 0;
    return { id: segment[1 + 2 * place] ?? 0, dc: tables.dc[chosen >> 4], ac: tables.ac[chosen & 15] };
  });
  const at = 1 + 2 * count;
  const bits = segment[at + 2] ?? 0;
  return {
    components,
    content,
    restartInterval: tables.restartInterval,
    from: segment[at] ?? 0,
    to: segment[at + 1] ?? 63,
    isRefinement: bits >> 4 > 0,
    shift: bits & 15,
  };
}

/** Position of the first marker that isn't a restart, or the end of the file. */
function endOfScan(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1];
    if (code !== undefined && code !== 0 && code !== 0xff && !(code >= 0xd0 && code <= 0xd7)) return at;
  }
  return bytes.length;
}
