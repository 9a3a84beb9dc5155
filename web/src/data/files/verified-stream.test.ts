import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { describe, expect, test } from "vitest";
import { verifiedStream } from "./verified-stream.ts";

const bytes = new TextEncoder().encode("a payslip, in two pieces");
const expected = { size: bytes.byteLength, sha256: bytesToHex(sha256(bytes)) };

function inPieces(...pieces: Uint8Array<ArrayBuffer>[]) {
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}

const read = (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => new Response(stream).bytes();

describe("a verified download", () => {
  test("passes the bytes through when size and hash match", async () => {
    let counted = 0;
    const stream = verifiedStream(inPieces(bytes.slice(0, 9), bytes.slice(9)), expected, (count) => {
      counted += count;
    });
    expect(await read(stream)).toEqual(bytes);
    expect(counted).toBe(bytes.byteLength);
  });

  test("fails when a single byte differs", async () => {
    const other = bytes.slice();
    other[3] = 0;
    await expect(read(verifiedStream(inPieces(other), expected))).rejects.toMatchObject({
      code: "file.hash_mismatch",
    });
  });

  test("fails when bytes were appended", async () => {
    await expect(read(verifiedStream(inPieces(bytes, new Uint8Array([1])), expected))).rejects.toMatchObject({
      code: "file.hash_mismatch",
    });
  });

  test("fails as interrupted when bytes are missing", async () => {
    await expect(read(verifiedStream(inPieces(bytes.slice(0, 9)), expected))).rejects.toMatchObject({
      code: "download.interrupted",
    });
  });
});
