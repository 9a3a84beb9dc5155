import { BlobReader, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js";
import { expect, test } from "vitest";
import type { Bytes } from "../../lib/bytes.ts";
import { crc32 } from "../../lib/crc32.ts";
import { holdBytes } from "./held-content.ts";
import { endOf, zipBytes } from "./zip-writer.ts";

const at = new Date(2026, 10, 28, 12, 30, 14);

async function collected(pieces: AsyncGenerator<Bytes>): Promise<Bytes[]> {
  const all: Bytes[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

test("the checksum is the one of zip files, in one piece or several", () => {
  const [all, first, rest] = ["123456789", "1234", "56789"].map((text) => new TextEncoder().encode(text));
  expect(crc32(all ?? new Uint8Array())).toBe(0xcb_f4_39_26);
  expect(crc32(rest ?? new Uint8Array(), crc32(first ?? new Uint8Array()))).toBe(0xcb_f4_39_26);
});

test("what is read back has its name and time", async () => {
  async function* entries() {
    yield { path: "größer/a.txt", modifiedAt: at, content: holdBytes(new TextEncoder().encode("content")) };
  }
  const reader = new ZipReader(new BlobReader(new Blob(await collected(zipBytes(entries())))));
  expect(await reader.getEntries()).toMatchObject([
    { filename: "größer/a.txt", uncompressedSize: 7, lastModDate: at, directory: false },
  ]);
  await reader.close();
});

test("a file of more than 4 GiB, and one behind it, have their sizes and places as 64 bits", async () => {
  const size = 5 * 1024 ** 3;
  async function* entries() {
    // The content itself is left out.
    yield { path: "a.bin", modifiedAt: at, content: { size, crc32: 7, parts: [] } };
    yield { path: "b.bin", modifiedAt: at, content: { size: 0, crc32: 0, parts: [] } };
  }
  const zip = await new Blob(await collected(zipBytes(entries()))).bytes();
  const view = new DataView(zip.buffer);
  const local = 30 + 5;
  expect(view.getUint32(22, true)).toBe(0xff_ff_ff_ff);
  expect(view.getBigUint64(local + 4, true)).toBe(BigInt(size));
  const time = 9;
  const second = local + 20 + time + 30 + 5 + time;
  const place = second + 46 + 5 + 20 + time + 46 + 5;
  expect(view.getUint16(place, true)).toBe(1);
  expect(view.getBigUint64(place + 4, true)).toBe(BigInt(size + local + 20 + time));
  // So has the directory.
  const end = zip.length - 22 - 20 - 56;
  expect(view.getUint32(end, true)).toBe(0x06_06_4b_50);
  expect(view.getBigUint64(end + 32, true)).toBe(2n);
  expect(view.getUint32(end + 56, true)).toBe(0x07_06_4b_50);
});

test("a file has the moment it is from, for readers in other zones too", async () => {
  async function* entries() {
    yield { path: "a.txt", modifiedAt: at, content: holdBytes(new TextEncoder().encode("content")) };
  }
  const view = new DataView((await new Blob(await collected(zipBytes(entries()))).bytes()).buffer);
  const [local, directory] = [30 + 5, 30 + 5 + 9 + 7];
  for (const field of [local, directory + 46 + 5]) {
    expect(view.getUint16(field, true)).toBe(0x54_55);
    expect(view.getUint32(field + 5, true) * 1000).toBe(at.getTime());
  }
});

test("65,535 files are counted with 64 bits, because the old field of that value says to look there", () => {
  const lengths = (count: number) => [...endOf({ at: 0, size: 0, count })].map(({ length }) => length);
  expect(lengths(65_534)).toEqual([22]);
  expect(lengths(65_535)).toEqual([56, 20, 22]);
  const [record = new Uint8Array()] = endOf({ at: 0, size: 0, count: 65_535 });
  expect(new DataView(record.buffer).getBigUint64(32, true)).toBe(65_535n);
});
