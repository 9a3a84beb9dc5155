import { localPlatform } from "@sheaf/contract/local-platform";

/** The keys that every local platform has, of either form. */
export function isKnownLocalKey(key: string): boolean {
  return key === localPlatform.publishableKey || claimsOf(key)["iss"] === "supabase-demo";
}

/** A key that opens everything: the page configuration would hand it to every visitor. */
export function isSecretKey(key: string): boolean {
  return key.startsWith("sb_secret_") || claimsOf(key)["role"] === "service_role";
}

function claimsOf(key: string): Record<string, unknown> {
  try {
    const claims: unknown = JSON.parse(Buffer.from(key.split(".")[1] ?? "", "base64url").toString());
    return typeof claims === "object" && claims !== null ? { ...claims } : {};
  } catch {
    return {};
  }
}
