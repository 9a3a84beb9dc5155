import { localPlatform } from "@sheaf/contract/local-platform";
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
