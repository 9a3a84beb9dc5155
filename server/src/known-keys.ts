/** The fixed key of every local platform: public by design, so worth nothing in production. */
export const localPublishableKey = "sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH";

export function isKnownLocalKey(key: string): boolean {
  return key === localPublishableKey || claimsOf(key)["iss"] === "supabase-demo";
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
