import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { joinBytes } from "./bytes.ts";

/** Up to this size the browser's own digest is used: many times as fast, but it needs the content at once. Bytes. */
export const nativeMaxBytes = 8 * 1024 * 1024;

/** SHA-256 of content that arrives in pieces. */
export interface Sha256 {
  update: (piece: Uint8Array<ArrayBuffer>) => void;
  /** @returns lower-case hexadecimal. */
  digest: () => Promise<string>;
}

/** @param size expected size in bytes. Larger content gets the right hash too. */
export function startSha256(size: number): Sha256 {
  // Pages without https have no digest of the browser's own.
  return size <= nativeMaxBytes && "subtle" in crypto ? nativeSha256() : incrementalSha256();
}

function nativeSha256(): Sha256 {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  return {
    update: (piece) => void pieces.push(piece),
    digest: async () => bytesToHex(new Uint8Array(await crypto.subtle.digest("SHA-256", joinBytes(pieces)))),
  };
}

function incrementalSha256(): Sha256 {
  const hash = sha256.create();
  return {
    update: (piece) => void hash.update(piece),
    digest: () => Promise.resolve(bytesToHex(hash.digest())),
  };
}
