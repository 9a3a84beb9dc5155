import { createHmac } from "node:crypto";

/**
 * Keys of the local platform. They are fixed and public, the same as the Supabase CLI's where it has one, which is
 * why the gateway listens on loopback only.
 */
const jwtSecret = "super-secret-jwt-token-with-at-least-32-characters-long";

export interface PlatformKeys {
  /** Signs every token of the platform (HS256). */
  readonly jwtSecret: string;
  /** Opaque key of browsers; the gateway swaps it for `anonJwt`. */
  readonly publishable: string;
  /** Opaque key of trusted servers; the gateway swaps it for `serviceJwt`. */
  readonly secret: string;
  /** Role `anon`, legacy form. */
  readonly anonJwt: string;
  /** Role `service_role`, legacy form. */
  readonly serviceJwt: string;
}

export const localKeys: PlatformKeys = {
  jwtSecret,
  publishable: "sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH",
  secret: "sb_secret_local-platform-public0_7Yc4n1Ew",
  anonJwt: legacyKey("anon"),
  serviceJwt: legacyKey("service_role"),
};

/** A key without person or session, valid until 2032 as the CLI's are. */
function legacyKey(role: "anon" | "service_role"): string {
  return signToken({ iss: "supabase-demo", role, exp: 1_983_812_996 }, jwtSecret);
}

/** HS256 compact form of `claims`. */
export function signToken(claims: Readonly<Record<string, unknown>>, secret: string): string {
  const body = [{ alg: "HS256", typ: "JWT" }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  return `${body}.${createHmac("sha256", secret).update(body).digest("base64url")}`;
}
