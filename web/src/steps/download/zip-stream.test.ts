import { crc32 } from "node:zlib";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { describe, expect, test } from "vitest";
import type { StoredFile } from "../../data/files/file.models.ts";
import { verifiedStream } from "../../data/files/verified-stream.ts";
import { item, question, storedFile } from "../../data/items/item.fixtures.ts";
import { readPieces } from "../../lib/bytes.ts";
import { AppError } from "../../lib/errors.ts";
import { filesIn, toBundle } from "./bundle.models.ts";
import { bundleOf } from "./download.fixtures.ts";
import { findUnverified, hasWrongHash } from "./find-unverified.ts";
import type { OpenContent } from "./open-in-turn.ts";
import { zipStream } from "./zip-stream.ts";

const text = new TextEncoder();
const content: Record<string, Uint8Array<ArrayBuffer>> = {
  f1: text.encode("January"),
  f2: text.encode("February"),
};
const sent = (id: string, name: string): StoredFile => {
  const bytes = content[id] ?? new Uint8Array();
  return storedFile({ id, name, size: bytes.byteLength, sha256: bytesToHex(sha256(bytes)) });
};
const title = "Tax return";
const items = [
  item({ files: [sent("f1", "january.pdf"), sent("f2", "february.pdf")] }),
  item({ title: "Letter" }),
];
const bundle = bundleOf([{ title, items }]);

/** Opens a verified stream of the file's own bytes or of the given replacements. */
const opening =
  (others: Record<string, Uint8Array<ArrayBuffer>> = {}): OpenContent =>
  async (file) =>
    verifiedStream(new Blob([others[file.id] ?? content[file.id] ?? ""]).stream(), file);

const collect = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => new Blob(await readPieces(stream));

function zip(open: OpenContent, onFile: (path: string) => void = () => {}) {
  return collect(zipStream({ bundle, files: filesIn(bundle), open, onFile }));
}

describe("a zip of everything", () => {
  test("contains every file in its folder, the indexes, the history and nothing else", async () => {
    const bytes = await (await zip(opening())).bytes();
    expect(namesIn(bytes)).toEqual([
      "index.html",
      "index.csv",
      "index-for-programs.csv",
      "sha256sums.txt",
      "history.csv",
      "history-for-programs.csv",
      "01 Payslips/01 january.pdf",
      "01 Payslips/02 february.pdf",
    ]);
    const latin = new TextDecoder("latin1").decode(bytes);
    for (const text of ["January", "February", "02 Letter"]) expect(latin).toContain(text);
  });

  test("can be unpacked while it arrives, because sizes and checksums stand before the content", async () => {
    const large = new Uint8Array(9 * 1024 * 1024).map((_, at) => at % 251);
    const sizes = { small: text.encode("January"), large, empty: new Uint8Array() };
    const files = Object.entries(sizes).map(([id, bytes]) =>
      storedFile({
        id,
        name: `${id} – größer.bin`,
        mime: "application/octet-stream",
        size: bytes.byteLength,
        storedAt: "2026-11-20T10:00:00Z",
      }),
    );
    const several = bundleOf([{ title, items: [item({ files })] }]);
    const open: OpenContent = async ({ id }) => new Blob([sizes[id as keyof typeof sizes]]).stream();
    const stream = zipStream({ bundle: several, files: filesIn(several), open, onFile: () => {} });
    const unpacked = readInOrder(await (await collect(stream)).bytes());
    expect([...unpacked.keys()].slice(-3)).toEqual([
      "01 Payslips/01 small – größer.bin",
      "01 Payslips/02 large – größer.bin",
      "01 Payslips/03 empty – größer.bin",
    ]);
    for (const { path, file } of filesIn(several)) {
      const bytes = unpacked.get(path) ?? new Uint8Array();
      expect(bytesToHex(sha256(bytes))).toBe(bytesToHex(sha256(sizes[file.id as keyof typeof sizes])));
    }
  });

  test("of one item has its files and nothing else", async () => {
    const part = toBundle([{ id: "r1", title, items: items.slice(0, 1), records: null }]);
    const stream = zipStream({ bundle: part, files: filesIn(part), open: opening(), onFile: () => {} });
    expect(namesIn(await (await collect(stream)).bytes())).toEqual([
      "01 Payslips/01 january.pdf",
      "01 Payslips/02 february.pdf",
    ]);
  });

  test("has the questions and replies, where there are any", async () => {
    const talk = bundleOf([{ title, items: [item({ questions: [question] })] }]);
    const stream = zipStream({ bundle: talk, files: [], open: opening(), onFile: () => {} });
    const names = namesIn(await (await collect(stream)).bytes());
    expect(names).toContain("questions.csv");
    expect(names).toContain("questions-for-programs.csv");
  });

  test("of several requests has the indexes in each folder", async () => {
    const two = bundleOf([
      { title: "Tax return", items: [item({ files: [sent("f1", "january.pdf")] })] },
      { title: "Mortgage", items: [] },
    ]);
    const stream = zipStream({ bundle: two, files: filesIn(two), open: opening(), onFile: () => {} });
    expect(namesIn(await (await collect(stream)).bytes())).toEqual([
      "01 Tax return/index.html",
      "01 Tax return/index.csv",
      "01 Tax return/index-for-programs.csv",
      "01 Tax return/sha256sums.txt",
      "01 Tax return/history.csv",
      "01 Tax return/history-for-programs.csv",
      "02 Mortgage/index.html",
      "02 Mortgage/index.csv",
      "02 Mortgage/index-for-programs.csv",
      "02 Mortgage/sha256sums.txt",
      "02 Mortgage/history.csv",
      "02 Mortgage/history-for-programs.csv",
      "01 Tax return/01 Payslips/01 january.pdf",
    ]);
  });

  describe("fetches", () => {
    const large = 1024 * 1024 + 1;
    const filesOfSizes = (...sizes: number[]) =>
      sizes.map((size, index) => storedFile({ id: `f${index}`, name: `${index}.bin`, size }));
    /** Names of the files that are opened by the time the first file's first bytes are read. */
    async function openedWithFirst(...sizes: number[]): Promise<string[]> {
      const opened: string[] = [];
      const several = bundleOf([{ title, items: [item({ files: filesOfSizes(...sizes) })] }]);
      const first = Promise.withResolvers<void>();
      const reader = zipStream({
        bundle: several,
        files: filesIn(several),
        open: (file) => {
          opened.push(file.name);
          return Promise.resolve(new Blob(["content"]).stream());
        },
        onFile: () => first.resolve(),
      }).getReader();
      void (async () => {
        while (!(await reader.read()).done);
      })();
      await first.promise;
      return opened;
    }

    test("small files a few at a time", async () => {
      const names = ["0.bin", "1.bin", "2.bin", "3.bin", "4.bin", "5.bin"];
      expect(await openedWithFirst(...Array.from({ length: 20 }, () => 7))).toEqual(names);
    });

    test("a large file only when its turn comes", async () => {
      expect(await openedWithFirst(7, large, 7)).toEqual(["0.bin", "2.bin"]);
      expect(await openedWithFirst(large, large)).toEqual(["0.bin"]);
    });
  });

  test("reports each file when its turn comes", async () => {
    const started: string[] = [];
    await zip(opening(), (path) => started.push(path));
    expect(started).toEqual(["01 Payslips/01 january.pdf", "01 Payslips/02 february.pdf"]);
  });
});

describe("a zip fails with the file's name", () => {
  test("when a file's content has changed", async () => {
    await expect(zip(opening({ f2: text.encode("Febr-ary") }))).rejects.toMatchObject({
      path: "01 Payslips/02 february.pdf",
      cause: { code: "file.hash_mismatch" },
    });
  });

  test("when a file is incomplete", async () => {
    await expect(zip(opening({ f1: text.encode("Jan") }))).rejects.toMatchObject({
      path: "01 Payslips/01 january.pdf",
      cause: { code: "download.interrupted" },
    });
  });

  test("when a file can't be fetched", async () => {
    const open: OpenContent = (file) =>
      file.id === "f2" ? Promise.reject(new AppError("network.unreachable")) : opening()(file);
    await expect(zip(open)).rejects.toMatchObject({
      path: "01 Payslips/02 february.pdf",
      cause: { code: "network.unreachable" },
    });
  });
});

describe("files with a wrong hash", () => {
  const opensOthers = opening({ f1: text.encode("Januar-"), f2: text.encode("Febr-ary") });
  const files = filesIn(bundle);

  test("fail the first zip, are all found, and then go into a separate folder", async () => {
    const failure: unknown = await zip(opensOthers).catch((error: unknown) => error);
    expect(hasWrongHash(failure)).toBe(true);
    const unverified = await findUnverified({ files, open: opensOthers, onFile: () => {} });
    expect([...unverified.keys()]).toEqual(["f1", "f2"]);

    const second = bundleOf([{ title, items }], new Map([...unverified].slice(1)));
    const bytes = await (
      await collect(
        zipStream({
          bundle: second,
          files: filesIn(second),
          open: opening({ f2: text.encode("Febr-ary") }),
          onFile: () => {},
        }),
      )
    ).bytes();
    expect(namesIn(bytes).slice(6)).toEqual([
      "01 Payslips/01 january.pdf",
      "Could not be verified/01 Payslips/02 february.pdf",
    ]);
    expect(new TextDecoder("latin1").decode(bytes)).toContain("Febr-ary");
  });

  test("are told apart from files that can't be read", async () => {
    const lost: OpenContent = () => Promise.reject(new AppError("network.unreachable"));
    const failure: unknown = await zip(lost).catch((error: unknown) => error);
    expect(hasWrongHash(failure)).toBe(false);
    await expect(findUnverified({ files, open: lost, onFile: () => {} })).rejects.toMatchObject({
      path: "01 Payslips/01 january.pdf",
      cause: { code: "network.unreachable" },
    });
  });
});

/** The content of each file, found as a reader finds it that sees each byte once and can't skip to the directory. */
function readInOrder(zipped: Uint8Array<ArrayBuffer>): Map<string, Uint8Array> {
  const view = new DataView(zipped.buffer);
  const files = new Map<string, Uint8Array>();
  let at = 0;
  while (view.getUint32(at, true) === 0x04034b50) {
    const [flags, method] = [view.getUint16(at + 6, true), view.getUint16(at + 8, true)];
    const size = view.getUint32(at + 22, true);
    if (flags & 8 || method !== 0)
      throw new Error(`a local header with the flags ${flags}, method ${method}`);
    const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(zipped.subarray(at + 30, at + 30 + view.getUint16(at + 26, true)));
    const bytes = zipped.slice(start, start + size);
    expect(crc32(bytes)).toBe(view.getUint32(at + 14, true));
    files.set(name, bytes);
    at = start + size;
  }
  expect(view.getUint32(at, true)).toBe(0x02014b50);
  return files;
}

/** File names in the zip's central directory. */
function namesIn(zipped: Uint8Array<ArrayBuffer>): string[] {
  const view = new DataView(zipped.buffer);
  const names: string[] = [];
  for (let at = 0; at < zipped.length - 46; at += 1) {
    if (view.getUint32(at, true) !== 0x02014b50) continue;
    names.push(new TextDecoder().decode(zipped.subarray(at + 46, at + 46 + view.getUint16(at + 28, true))));
  }
  return names;
}
