import { verifyAsync } from "@noble/ed25519";
import * as v from "valibot";
import { decodeBase64Url } from "./base64-url.ts";
import { canonicalBytes } from "./canonical.ts";
import {
  maxReceiptBytes,
  type ReceiptKey,
  receiptVersions,
  type SignedReceipt,
  SignedReceipt as Schema,
} from "./receipt.ts";

/** Reasons to trust nothing that the file says. */
export type ReceiptProblem =
  /** Longer than any receipt. */
  | "too_large"
  /** It begins like a receipt and isn't complete. */
  | "cut"
  | "not_a_receipt"
  /** Written by a later Sheaf, or by one that no longer counts. */
  | "other_version"
  /** Signed with a key that isn't in the key set. */
  | "unknown_key"
  /** The signature fits other content. */
  | "changed";

export type ReceiptCheck = { signed: SignedReceipt } | { problem: ReceiptProblem };

/** Present in a receipt of any version. */
const AnyVersion = v.object({
  receipt: v.object({ format: v.literal("sheaf-receipt"), version: v.number() }),
});

/** Checks a receipt by its text and the given keys, without a request to any service. */
export async function checkReceipt(text: string, keys: readonly ReceiptKey[]): Promise<ReceiptCheck> {
  if (text.length > maxReceiptBytes) return { problem: "too_large" };
  const content = parsed(text);
  if (content === undefined) return { problem: looksLikeReceipt(text) ? "cut" : "not_a_receipt" };
  if (!v.is(AnyVersion, content)) return { problem: "not_a_receipt" };
  if (!receiptVersions.some((version) => version === content.receipt.version))
    return { problem: "other_version" };
  // An added, missing or misspelt field is a change too.
  if (!v.is(Schema, content)) return { problem: "changed" };
  const { receipt, signature } = content;
  const key = keys.find(({ kid }) => kid === signature.kid);
  if (!key) return { problem: "unknown_key" };
  const isGenuine = await verifyAsync(
    decodeBase64Url(signature.value),
    canonicalBytes(receipt),
    decodeBase64Url(key.x),
    // Strict, as RFC 8032 has it.
    { zip215: false },
  );
  return isGenuine ? { signed: content } : { problem: "changed" };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** @param start first characters of a file, which may be incomplete. */
export const looksLikeReceipt = (start: string): boolean => /^\s*\{\s*"(?:receipt|signature)"/.test(start);
