import { createHmac } from "node:crypto";
import type { SigningKey } from "./tokens/token-keys.ts";

/*
 * Keys of the local platform, the Supabase CLI's where it has one. They are fixed and public, so the gateway listens on
 * loopback only.
 */
const jwtSecret = "super-secret-jwt-token-with-at-least-32-characters-long";

export interface PlatformKeys {
  /** Signs the legacy keys (HS256), and session tokens if the settings name a file without signing keys. */
  readonly jwtSecret: string;
  /** Signs session tokens (ES256) unless the settings name a file of signing keys. */
  readonly signingKey: SigningKey;
  /** Opaque key for browsers; the gateway replaces it with `anonJwt`. */
  readonly publishable: string;
  /** Opaque key for trusted servers; the gateway replaces it with `serviceJwt`. */
  readonly secret: string;
  /** Legacy key of the role `anon`. */
  readonly anonJwt: string;
  /** Legacy key of the role `service_role`. */
  readonly serviceJwt: string;
}

export const localKeys: PlatformKeys = {
  jwtSecret,
  signingKey: {
    kty: "EC",
    kid: "b81269f1-21d8-4f2e-b719-c2240a840d90",
    use: "sig",
    key_ops: ["sign", "verify"],
    alg: "ES256",
    ext: true,
    crv: "P-256",
    x: "M5Sjqn5zwC9Kl1zVfUUGvv9boQjCGd45G8sdopBExB4",
    y: "P6IXMvA2WYXSHSOMTBH2jsw_9rrzGy89FjPf6oOsIxQ",
    d: "dIhR8wywJlqlua4y_yMq2SLhlFXDZJBCvFrY1DCHyVU",
  },
  publishable: "sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH",
  secret: "sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz",
  anonJwt: legacyKey("anon"),
  serviceJwt: legacyKey("service_role"),
};

/** A key for a role without user or session; valid until 2032 like the CLI's. */
function legacyKey(role: "anon" | "service_role"): string {
  return signToken({ iss: "supabase-demo", role, exp: 1_983_812_996 }, jwtSecret);
}

/** Signs claims as an HS256 token in compact form. */
export function signToken(claims: Readonly<Record<string, unknown>>, secret: string): string {
  const body = [{ alg: "HS256", typ: "JWT" }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  return `${body}.${createHmac("sha256", secret).update(body).digest("base64url")}`;
}
