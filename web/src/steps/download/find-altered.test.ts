import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { makeZip } from "client-zip";
import { expect, test } from "vitest";
import { storedFile } from "../../data/items/item.fixtures.ts";
import { readPieces } from "../../lib/bytes.ts";
import type { ArchiveFile } from "./archive.models.ts";
import { findAltered } from "./find-altered.ts";

const content: Readonly<Record<string, string>> = {
  "01 Payslips/01 januar\u0301.pdf": "January",
  "01 Payslips/02 february.pdf": "February",
};

const files: ArchiveFile[] = Object.entries(content).map(([path, text]) => {
  const bytes = new TextEncoder().encode(text);
  const file = storedFile({ id: path, size: bytes.byteLength, sha256: bytesToHex(sha256(bytes)) });
  return { path, file, isBlocked: false };
});

async function zipWith(others: Readonly<Record<string, string>> = {}): Promise<Uint8Array<ArrayBuffer>> {
  const entries = Object.entries({ ...content, ...others }).map(([name, input]) => ({ name, input }));
  const pieces = await readPieces(makeZip(entries) as ReadableStream<Uint8Array<ArrayBuffer>>);
  return new Blob(pieces).bytes();
}

const read = (zip: Uint8Array<ArrayBuffer>) =>
  findAltered(new Blob([zip]), files, new AbortController().signal);
const [first, second] = files.map(({ path }) => path);

test("a zip that was saved as it was packed has every file", async () => {
  expect(await read(await zipWith())).toEqual([]);
});

test("a file with other bytes is named", async () => {
  expect(await read(await zipWith({ [second ?? ""]: "Febr-ary" }))).toEqual([second]);
});

test("a file whose bytes were altered on the disk is named", async () => {
  const zip = await zipWith();
  const at = new TextDecoder("latin1").decode(zip).indexOf("January");
  zip[at] = 0;
  expect(await read(zip)).toEqual([first]);
});

test("a file that isn't in the zip is named", async () => {
  const other = storedFile({ id: "f9" });
  const wanted = [...files, { path: "02 Letter/01 a.pdf", file: other, isBlocked: false }];
  const missing = await findAltered(new Blob([await zipWith()]), wanted, new AbortController().signal);
  expect(missing).toEqual(["02 Letter/01 a.pdf"]);
});

test.each([0, 0.5, 0.9])("of a zip that was cut after %s of its bytes no file counts", async (part) => {
  const zip = await zipWith();
  expect(await read(zip.slice(0, zip.length * part))).toEqual([first, second]);
});

test("reading ends when the download is cancelled", async () => {
  const stopping = new AbortController();
  stopping.abort();
  await expect(findAltered(new Blob([await zipWith()]), files, stopping.signal)).rejects.toThrow();
});
