import canonicalize from "canonicalize";
import type { Receipt } from "./receipt.ts";

/** The bytes that are signed: the JSON Canonicalization Scheme (RFC 8785), in UTF-8. */
export const canonicalBytes = (receipt: Receipt): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(canonicalize(receipt));
