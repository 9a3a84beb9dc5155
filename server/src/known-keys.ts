import { localPlatform } from "@sheaf/contract/local-platform";
import { claimsOf } from "./session/token-claims.ts";

/** The keys that every local platform has, of either form. */
export function isKnownLocalKey(key: string): boolean {
  return key === localPlatform.publishableKey || claimsOf(key)["iss"] === "supabase-demo";
}

/** A key that opens everything: the page configuration would hand it to every visitor. */
export function isSecretKey(key: string): boolean {
  return key.startsWith("sb_secret_") || claimsOf(key)["role"] === "service_role";
}

/** A key that opens what everybody may see, of either form. */
export function isPublicKey(key: string): boolean {
  return key.startsWith("sb_publishable_") || claimsOf(key)["role"] === "anon";
}
