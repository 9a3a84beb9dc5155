import { errors, type JWK, type JWTVerifyGetKey } from "jose";

/** Algorithms that the Supabase CLI supports for signing keys. */
export const signingAlgorithms = ["ES256", "RS256"] as const;

type SigningAlgorithm = (typeof signingAlgorithms)[number];

/** A private key as in the CLI's key file and in `GOTRUE_JWT_KEYS`. */
export type SigningKey = JWK & {
  readonly kty: "EC" | "RSA";
  readonly kid: string;
  readonly alg: SigningAlgorithm;
  readonly key_ops: string[];
};

/** Keys that sign and verify the platform's tokens. */
export interface TokenKeys {
  /** HS256 secret known to every service. Always accepted; signs if there is no signing key. */
  readonly secret: string;
  /** All are accepted; the one with the operation "sign" signs sessions' tokens. */
  readonly signingKeys: readonly SigningKey[];
}

/** Accepted algorithms. */
export const tokenAlgorithms = ["HS256", ...signingAlgorithms];

/**
 * The key that signs sessions' tokens; undefined if the secret does. The file also lists the operation "verify",
 * which Web Crypto refuses for a private key.
 */
export function currentSigningKey({ signingKeys }: TokenKeys): SigningKey | undefined {
  const key = signingKeys.find(maySign);
  return key && { ...key, key_ops: ["sign"] };
}

export function maySign(key: SigningKey): boolean {
  return key.key_ops.includes("sign");
}

export function secretBytes({ secret }: TokenKeys): Uint8Array {
  return new TextEncoder().encode(secret);
}

const privateFields = new Set(["d", "p", "q", "dp", "dq", "qi", "oth"]);

/** Public halves of the signing keys. The secret is not included. */
export function publicKeys({ signingKeys }: TokenKeys): JWK[] {
  return signingKeys.map((key) => ({
    ...Object.fromEntries(Object.entries(key).filter(([field]) => !privateFields.has(field))),
    kty: key.kty,
    use: "sig",
    key_ops: ["verify"],
  }));
}

/** Key set for a service that also knows the secret. */
export function trustedKeys(keys: TokenKeys): { keys: JWK[] } {
  const secret = { kty: "oct", alg: "HS256", k: Buffer.from(keys.secret).toString("base64url") };
  return { keys: [...publicKeys(keys), secret] };
}

/** Finds a token's key by its `kid`. Without a known `kid`, HS256 means the secret. */
export function verificationKey(keys: TokenKeys): JWTVerifyGetKey {
  const known = new Map(publicKeys(keys).map((key) => [key.kid, key]));
  return ({ kid, alg }) => {
    const named = known.get(kid);
    if (named?.alg === alg) return named;
    if (named || alg !== "HS256") throw new errors.JWKSNoMatchingKey();
    return secretBytes(keys);
  };
}
