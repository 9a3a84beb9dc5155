/** Signatures of a zip's records, as little-endian numbers. */
const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;

/** Sizes without the parts of variable length. Bytes. */
const endSize = 22;
const entrySize = 46;
/** A comment may follow the end record. Bytes. */
const maxComment = 0xffff;
/** More than any office document's list of parts. Bytes. */
const maxDirectory = 4 * 1024 * 1024;

interface ZipEntry {
  name: string;
  /** Opens with a password only. */
  isLocked: boolean;
}

export async function isLockedZip(content: Blob): Promise<boolean> {
  return (await zipEntries(content)).some(({ isLocked }) => isLocked);
}

export async function zipEntryNames(content: Blob): Promise<string[]> {
  return (await zipEntries(content)).map(({ name }) => name);
}

/** A zip's central directory, which is what programs go by; nothing if it isn't a whole, plain zip. */
async function zipEntries(content: Blob): Promise<ZipEntry[]> {
  const tailStart = Math.max(0, content.size - endSize - maxComment);
  const tail = await viewOf(content, tailStart, content.size);
  const end = findEnd(tail);
  if (end === undefined) return [];
  const count = tail.getUint16(end + 10, true);
  const size = tail.getUint32(end + 12, true);
  const start = tail.getUint32(end + 16, true);
  if (size > maxDirectory || start + size > tailStart + end) return [];
  const entries = readEntries(await viewOf(content, start, start + size));
  return entries.length === count ? entries : [];
}

async function viewOf(content: Blob, start: number, end: number): Promise<DataView> {
  return new DataView(await content.slice(start, end).arrayBuffer());
}

function findEnd(tail: DataView): number | undefined {
  for (let at = tail.byteLength - endSize; at >= 0; at -= 1) {
    const isEnd = tail.getUint32(at, true) === endSignature;
    if (isEnd && at + endSize + tail.getUint16(at + 20, true) === tail.byteLength) return at;
  }
  return undefined;
}

function readEntries(directory: DataView): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at + entrySize <= directory.byteLength && directory.getUint32(at, true) === entrySignature) {
    const length = directory.getUint16(at + 28, true);
    const nameStart = at + entrySize;
    if (nameStart + length > directory.byteLength) return [];
    entries.push({
      name: new TextDecoder().decode(new Uint8Array(directory.buffer, nameStart, length)),
      isLocked: (directory.getUint16(at + 8, true) & 1) !== 0,
    });
    at = nameStart + length + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
  }
  return entries;
}
