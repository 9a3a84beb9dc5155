import type { Bytes } from "../../lib/bytes.ts";
import { type HeldContent, piecesOf } from "./held-content.ts";

interface ZipEntry {
  path: string;
  modifiedAt: Date;
  content: HeldContent;
}

/** Sizes, offsets and counts from here on need the fields of zip64. */
const max32 = 0xff_ff_ff_ff;
const max16 = 0xff_ff;

/** The version of the format that an uncompressed file needs, and one with zip64. */
const plainVersion = 10;
const zip64Version = 45;

/** Names are UTF-8. Sizes stand before the content: readers of streams can't skip uncompressed content without them. */
const flags = 0x08_00;

/** Made on Unix, an ordinary file that its owner may write and others may read. */
const madeBy = (3 << 8) | zip64Version;
const fileMode = 0o100_644 * 2 ** 16;

/** The bytes of a zip with uncompressed files, in order (APPNOTE.TXT 6.3). */
export async function* zipBytes(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Bytes> {
  const directory: Bytes[] = [];
  let [at, count] = [0, 0];
  for await (const { path, modifiedAt, content } of entries) {
    const name = new TextEncoder().encode(path);
    const { size } = content;
    const sizes = size >= max32 ? [size, size] : [];
    const [local, central] = [zip64Field(sizes), zip64Field([...sizes, ...(at >= max32 ? [at] : [])])];
    const time = timeField(modifiedAt);
    const shared = (zip64: Bytes): Fields => [
      [2, zip64.length > 0 ? zip64Version : plainVersion],
      [2, flags],
      [2, 0],
      [4, dosTime(modifiedAt)],
      [4, content.crc32],
      [4, Math.min(size, max32)],
      [4, Math.min(size, max32)],
      [2, name.length],
      [2, zip64.length + time.length],
    ];
    directory.push(
      packed(
        [4, 0x02_01_4b_50],
        [2, madeBy],
        ...shared(central),
        [2, 0],
        [2, 0],
        [2, 0],
        [4, fileMode],
        [4, Math.min(at, max32)],
      ),
      name,
      central,
      time,
    );
    const start = [packed([4, 0x04_03_4b_50], ...shared(local)), name, local, time];
    yield* start;
    yield* piecesOf(content);
    at += lengthOf(start) + size;
    count += 1;
  }
  yield* directory;
  yield* endOf({ at, size: lengthOf(directory), count });
}

/** The record from which readers learn where the directory is, its size in bytes, and of how many files. */
export function* endOf({ at, size, count }: { at: number; size: number; count: number }): Generator<Bytes> {
  if (at >= max32 || size >= max32 || count >= max16) {
    const [record, rest] = [0x06_06_4b_50, 44];
    yield packed(
      [4, record],
      [8, rest],
      [2, madeBy],
      [2, zip64Version],
      [4, 0],
      [4, 0],
      [8, count],
      [8, count],
      [8, size],
      [8, at],
    );
    yield packed([4, 0x07_06_4b_50], [4, 0], [8, at + size], [4, 1]);
  }
  const shown = Math.min(count, max16);
  yield packed(
    [4, 0x06_05_4b_50],
    [2, 0],
    [2, 0],
    [2, shown],
    [2, shown],
    [4, Math.min(size, max32)],
    [4, Math.min(at, max32)],
    [2, 0],
  );
}

/** Bytes of a number, and the number. */
type Fields = (readonly [1 | 2 | 4 | 8, number])[];

/** Little-endian. */
function packed(...fields: Fields): Bytes {
  const bytes = new Uint8Array(fields.reduce((sum, [length]) => sum + length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [length, value] of fields) {
    if (length === 1) view.setUint8(at, value);
    else if (length === 2) view.setUint16(at, value, true);
    else if (length === 4) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
    at += length;
  }
  return bytes;
}

/** Numbers that don't fit into 32 bits; empty without one. */
const zip64Field = (values: readonly number[]): Bytes =>
  values.length === 0
    ? new Uint8Array()
    : packed([2, 1], [2, 8 * values.length], ...values.map((value) => [8, value] as const));

/** The moment in seconds since 1970, because `dosTime()` is another moment for a reader in another zone. */
function timeField(date: Date): Bytes {
  const [extendedTimestamp, onlyModified] = [0x54_55, 1];
  return packed([2, extendedTimestamp], [2, 5], [1, onlyModified], [4, Math.floor(date.getTime() / 1000)]);
}

/** Local time in steps of two seconds, as the format has no zone. It begins in 1980 and ends in 2107. */
function dosTime(date: Date): number {
  const year = Math.min(Math.max(date.getFullYear() - 1980, 0), 127);
  const day = (year << 9) | ((date.getMonth() + 1) << 5) | date.getDate();
  const time = (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1);
  return day * 2 ** 16 + time;
}

const lengthOf = (pieces: readonly Bytes[]): number => pieces.reduce((sum, { length }) => sum + length, 0);
