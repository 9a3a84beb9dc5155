import { compactVerify } from "jose";
import type { Clock } from "../clock.ts";
import { signToken } from "../keys.ts";
import { tokenAlgorithms, verificationKey, type TokenKeys } from "../tokens/token-keys.ts";

/** Smaller differences between the clocks are ignored. */
const clockToleranceMs = 1000;

const timeClaims = ["exp", "iat", "nbf"] as const;

/**
 * PostgREST uses the machine's time, Auth and Storage the platform's clock. If a test has moved that clock, shifts the
 * token's times back by the same amount, so that it expires for rows when it expires everywhere else. Passes anything
 * but the platform's own tokens on unchanged, for PostgREST to reject.
 */
export async function retimedAuthorization(
  authorization: string,
  clock: Clock,
  keys: TokenKeys,
): Promise<string> {
  const ahead = clock().getTime() - Date.now();
  const token = /^bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1];
  if (Math.abs(ahead) < clockToleranceMs || token === undefined) return authorization;
  const claims = await ownClaims(token, keys);
  if (claims === undefined) return authorization;
  for (const name of timeClaims) {
    const seconds = claims[name];
    if (typeof seconds === "number") claims[name] = Math.round(seconds - ahead / 1000);
  }
  return `Bearer ${signToken(claims, keys.secret)}`;
}

/** Ignores the token's times: PostgREST rejects expired tokens. */
async function ownClaims(token: string, keys: TokenKeys): Promise<Record<string, unknown> | undefined> {
  try {
    const { payload } = await compactVerify(token, verificationKey(keys), { algorithms: tokenAlgorithms });
    const claims: unknown = JSON.parse(new TextDecoder().decode(payload));
    return typeof claims === "object" && claims !== null ? { ...claims } : undefined;
  } catch {
    return undefined;
  }
}
