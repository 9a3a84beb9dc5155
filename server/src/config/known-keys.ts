import { localPlatform } from "@sheaf/contract/local-platform";
import { localReceiptKey } from "@sheaf/contract/receipt/local-key";
import { readKeyList } from "@sheaf/contract/receipt/key-list";
import type { ReceiptKey } from "@sheaf/contract/receipt/receipt";
import { claimsOf } from "../session/token-claims.ts";

/** The public keys of every local platform, in either format. */
export function isKnownLocalKey(key: string): boolean {
  return key === localPlatform.publishableKey || claimsOf(key)["iss"] === "supabase-demo";
}

/** A key that bypasses all rights; the page configuration would hand it to every visitor. */
export function isSecretKey(key: string): boolean {
  return key.startsWith("sb_secret_") || claimsOf(key)["role"] === "service_role";
}

/** A key with the rights of an anonymous visitor, in either format. */
export function isPublicKey(key: string): boolean {
  return key.startsWith("sb_publishable_") || claimsOf(key)["role"] === "anon";
}

const localReceiptKeys = new Set(readKeyList(localReceiptKey.public)?.map(({ x }) => x));

/** A published key, with which anyone can sign receipts. */
export const isKnownReceiptKey = ({ x }: ReceiptKey): boolean => localReceiptKeys.has(x);
