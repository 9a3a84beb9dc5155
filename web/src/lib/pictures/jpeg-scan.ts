export interface Frame {
  isProgressive: boolean;
  width: number;
  height: number;
  /** With their sampling factors. */
  components: readonly { id: number; across: number; down: number }[];
}

/** Number of codes of each length from 1 to 16 bits, and the symbols in order of their codes. */
export interface CodeTable {
  counts: Uint8Array;
  symbols: Uint8Array;
}

export interface ScanTables {
  dc: (CodeTable | undefined)[];
  ac: (CodeTable | undefined)[];
  /** Units between two restarts; 0 for none. */
  restartInterval: number;
}

export interface Scan {
  components: readonly { id: number; dc: CodeTable | undefined; ac: CodeTable | undefined }[];
  /** Codes, with stuffed zeros and restart markers. */
  content: Uint8Array;
  restartInterval: number;
  /** First and last coefficient. */
  from: number;
  to: number;
  /** Adds one bit to coefficients that are known. */
  isRefinement: boolean;
  /** Lowest bits of the coefficients that are left out. */
  shift: number;
}

/**
 * True if the codes of a scan last for all blocks of its part of the picture. They are only counted, which takes a fraction of
 * the time of decoding. One more bit of known coefficients can't be seen, so it isn't looked for.
 */
export function isScanComplete(frame: Frame, scan: Scan): boolean {
  if (scan.isRefinement) return true;
  const { units, blocks } = layOut(frame, scan);
  const { restarts, bits, length } = lastSegment(scan.content);
  const before = Math.min(units, restarts * scan.restartInterval);
  const reader: Reader = { bits, length, at: 0, skipped: 0 };
  for (let unit = before; unit < units; unit += 1) {
    for (const block of blocks) if (!skipBlock(reader, scan, block)) return false;
    if (reader.at > length) return false;
  }
  return true;
}

interface BlockCodes {
  /** Length and symbol of each code of 16 bits: `length << 8 | symbol`; 0 for none. */
  dc: Uint16Array | undefined;
  ac: Uint16Array | undefined;
}

/** Number of units, and the blocks of each. A scan of one component has no padding to whole units. */
function layOut({ width, height, components }: Frame, scan: Scan): { units: number; blocks: BlockCodes[] } {
  const across = Math.max(...components.map((component) => component.across));
  const down = Math.max(...components.map((component) => component.down));
  const chosen = scan.components.flatMap(({ id, dc, ac }) => {
    const component = components.find((one) => one.id === id);
    return component ? { ...component, codes: { dc: lookup(dc), ac: lookup(ac) } } : [];
  });
  const [only] = chosen;
  if (only && chosen.length === 1) {
    const columns = Math.ceil(Math.ceil((width * only.across) / across) / 8);
    const rows = Math.ceil(Math.ceil((height * only.down) / down) / 8);
    return { units: columns * rows, blocks: [only.codes] };
  }
  return {
    units: Math.ceil(width / (8 * across)) * Math.ceil(height / (8 * down)),
    blocks: chosen.flatMap((one) => Array.from({ length: one.across * one.down }, () => one.codes)),
  };
}

function lookup(table: CodeTable | undefined): Uint16Array | undefined {
  if (!table) return undefined;
  const entries = new Uint16Array(0x10000);
  let [code, place] = [0, 0];
  for (const [index, count] of table.counts.entries()) {
    const span = 2 ** (15 - index);
    for (let one = 0; one < count; one += 1) {
      entries.fill(((index + 1) << 8) | (table.symbols[place] ?? 0), code, code + span);
      code += span;
      place += 1;
    }
  }
  return entries;
}

/** The codes after the last restart without stuffed bytes, and the number of restarts. */
function lastSegment(content: Uint8Array): { restarts: number; bits: Uint8Array; length: number } {
  let [restarts, start] = [0, 0];
  for (let at = content.indexOf(0xff); at !== -1; at = content.indexOf(0xff, at + 1)) {
    const code = content[at + 1] ?? 0;
    if (code < 0xd0 || code > 0xd7) continue;
    restarts += 1;
    start = at + 2;
  }
  // A code is looked up with the bytes that follow it.
  const bits = new Uint8Array(content.length - start + 4);
  let length = 0;
  for (let at = start; at < content.length; at += 1) {
    const byte = content[at] ?? 0;
    const isMarker = byte === 0xff && content[at + 1] !== 0;
    if (isMarker) break;
    bits[length] = byte;
    length += 1;
    if (byte === 0xff) at += 1;
  }
  return { restarts, bits, length: 8 * length };
}

interface Reader {
  bits: Uint8Array;
  /** Bits. */
  length: number;
  /** Next bit. */
  at: number;
  /** Blocks that a code left empty in advance. */
  skipped: number;
}

/** False for a code that doesn't exist. */
function skipBlock(reader: Reader, { from, to }: Scan, { dc, ac }: BlockCodes): boolean {
  let place = from;
  if (place === 0) {
    const entry = dc ? next(reader, dc) : 0;
    if (entry === 0) return false;
    reader.at += entry & 0xff;
    place = 1;
  }
  if (place > to) return true;
  if (reader.skipped > 0) {
    reader.skipped -= 1;
    return true;
  }
  while (place <= to) {
    const entry = ac ? next(reader, ac) : 0;
    if (entry === 0) return false;
    const zeros = (entry >> 4) & 15;
    const size = entry & 15;
    if (size === 0 && zeros < 15) {
      // Ends this block and, in a progressive picture, as many others as these bits say.
      reader.skipped = 2 ** zeros - 1 + (peek(reader) >> (16 - zeros));
      reader.at += zeros;
      return true;
    }
    reader.at += size;
    place += zeros + 1;
  }
  return true;
}

function next(reader: Reader, codes: Uint16Array): number {
  const entry = codes[peek(reader)] ?? 0;
  reader.at += entry >> 8;
  return entry;
}

function peek({ bits, at }: Reader): number {
  const place = at >> 3;
  const three = ((bits[place] ?? 0) << 16) | ((bits[place + 1] ?? 0) << 8) | (bits[place + 2] ?? 0);
  return (three >> (8 - (at & 7))) & 0xffff;
}
