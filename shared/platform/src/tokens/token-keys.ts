import { errors, type JWK, type JWTVerifyGetKey } from "jose";

/** Algorithms of signing keys, the Supabase CLI's. */
export const signingAlgorithms = ["ES256", "RS256"] as const;

type SigningAlgorithm = (typeof signingAlgorithms)[number];

/** A private key as the CLI's key file and `GOTRUE_JWT_KEYS` hold it. */
export type SigningKey = JWK & {
  readonly kty: "EC" | "RSA";
  readonly kid: string;
  readonly alg: SigningAlgorithm;
  readonly key_ops: string[];
};

/** What the platform's tokens are signed with, and what a token must be signed with to be believed. */
export interface TokenKeys {
  /** Known to every service (HS256). Always believed; signs where there is no signing key. */
  readonly secret: string;
  /** Of all of them the public halves are believed; the one that may sign signs every session's token. */
  readonly signingKeys: readonly SigningKey[];
}

/** Every algorithm that a believed token may have. */
export const tokenAlgorithms = ["HS256", ...signingAlgorithms];

/**
 * The key that signs sessions' tokens; undefined where the secret does. Its file says that it verifies as well, which
 * Web Crypto does not take of a private key.
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

/** What may be published: the public half of each signing key, for verifying alone. The secret is not among them. */
export function publicKeys({ signingKeys }: TokenKeys): JWK[] {
  return signingKeys.map((key) => ({
    ...Object.fromEntries(Object.entries(key).filter(([field]) => !privateFields.has(field))),
    kty: key.kty,
    use: "sig",
    key_ops: ["verify"],
  }));
}

/** The key set of a service that is trusted with the secret too. */
export function trustedKeys(keys: TokenKeys): { keys: JWK[] } {
  const secret = { kty: "oct", alg: "HS256", k: Buffer.from(keys.secret).toString("base64url") };
  return { keys: [...publicKeys(keys), secret] };
}

/** Finds the key that a token names by its `kid`. Without one, or with one that nobody knows, HS256 means the secret. */
export function verificationKey(keys: TokenKeys): JWTVerifyGetKey {
  const known = new Map(publicKeys(keys).map((key) => [key.kid, key]));
  return ({ kid, alg }) => {
    const named = known.get(kid);
    if (named?.alg === alg) return named;
    if (named || alg !== "HS256") throw new errors.JWKSNoMatchingKey();
    return secretBytes(keys);
  };
}
