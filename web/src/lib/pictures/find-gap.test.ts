import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { findGap, withEndMark } from "./find-gap.ts";
import { pictures } from "./pictures.fixtures.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const png = pngOf(60, 40);
const all = { ...pictures, png };
const withoutEnd = { baseline: 2, progressive: 2, gif: 1, png: 12 } as const;

function pngOf(width: number, height: number): Bytes {
  const chunk = (kind: string, content: Uint8Array) => {
    const bytes = new Uint8Array(12 + content.length);
    new DataView(bytes.buffer).setUint32(0, content.length);
    bytes.set(new TextEncoder().encode(kind), 4);
    bytes.set(content, 8);
    return bytes;
  };
  const header = new Uint8Array(13);
  new DataView(header.buffer).setUint32(0, width);
  new DataView(header.buffer).setUint32(4, height);
  header.set([8, 2], 8);
  const rows = Uint8Array.from({ length: height * (1 + 3 * width) }, (_, place) =>
    place % (1 + 3 * width) === 0 ? 0 : (place * place) % 251,
  );
  const packed = deflateSync(rows);
  const parts = [packed.subarray(0, 500), packed.subarray(500)].map((part) => chunk("IDAT", part));
  const signature = Uint8Array.from("\u0089PNG\r\n\u001a\n", (letter) => letter.charCodeAt(0));
  return joined(signature, chunk("IHDR", header), ...parts, chunk("IEND", new Uint8Array()));
}

function joined(...parts: Uint8Array[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const gapOf = (...parts: BlobPart[]) => findGap(new Blob(parts));
const share = (bytes: Bytes, part: number) => bytes.subarray(0, Math.floor(bytes.length * part));

describe.each(Object.entries(all))("a picture (%s)", (name, bytes) => {
  test("that is complete has no gap, even with bytes after its end", async () => {
    expect(await gapOf(bytes)).toBeUndefined();
    expect(await gapOf(bytes, new Uint8Array(5000).fill(7))).toBeUndefined();
    expect(await gapOf(bytes, new Uint8Array(5000))).toBeUndefined();
  });

  test.each([0.6, 0.9])("has one if only %d of its file is there", async (part) => {
    const cut = share(bytes, part);
    // The last scans of a progressive picture only refine it, which can't be seen.
    const isRefined = name === "progressive" && part > 0.6;
    const gap = { progressive: "detail", spectral: "detail", avif: "some" }[name] ?? "end";
    expect(await gapOf(cut)).toBe(isRefined ? undefined : gap);
    expect((await withEndMark(new Blob([cut]))) === undefined).toBe(!isRefined);
  });

  test("has one if the rest is zeros or an error page", async () => {
    const cut = share(bytes, 0.5);
    expect(await gapOf(cut, new Uint8Array(1000))).toBeDefined();
    expect(await gapOf(cut, "<!doctype html><title>502 Bad Gateway</title>")).toBeDefined();
  });
});

test.each(Object.entries(withoutEnd))(
  "a picture (%s) that lacks its end mark gets it",
  async (name, mark) => {
    const bytes = all[name as keyof typeof withoutEnd];
    const cut = new Blob([bytes.subarray(0, bytes.length - mark)]);
    expect(await findGap(cut)).toBeUndefined();
    const mended = new Uint8Array((await (await withEndMark(cut))?.arrayBuffer()) ?? new ArrayBuffer());
    expect(mended.subarray(0, bytes.length - 4)).toEqual(bytes.subarray(0, bytes.length - 4));
    expect(mended.at(-1)).toBe(name === "png" ? 0x82 : bytes.at(-1));
  },
);

test.each([
  ["whole", undefined],
  ["that ends within its strip", "end"],
  ["whose list is missing", "some"],
])("a TIFF page %s", async (which, expected) => {
  const entries = [273, 38, 279, 1000];
  const view = new DataView(new ArrayBuffer(8 + 1000 + 2 + 24 + 4));
  const list = which === "whose list is missing" ? 1008 : 8;
  view.setUint32(0, 0x49492a00);
  view.setUint32(4, list, true);
  view.setUint16(list, 2, true);
  for (const place of [0, 1]) {
    const at = list + 2 + 12 * place;
    view.setUint16(at, entries[2 * place] ?? 0, true);
    view.setUint16(at + 2, 4, true);
    view.setUint32(at + 4, 1, true);
    view.setUint32(at + 8, entries[2 * place + 1] ?? 0, true);
  }
  expect(await gapOf(view.buffer.slice(0, which === "whole" ? undefined : 60))).toBe(expected);
});

test("nothing is said of what is no picture, or shows not even its size", async () => {
  expect(await gapOf("%PDF-1.7")).toBeUndefined();
  expect(await gapOf(pictures.baseline.subarray(0, 30))).toBeUndefined();
  expect(await gapOf(png.subarray(0, 12))).toBeUndefined();
  expect(await gapOf("")).toBeUndefined();
});
