import { compactVerify } from "jose";
import type { Clock } from "../clock.ts";
import { signToken } from "../keys.ts";
import { tokenAlgorithms, verificationKey, type TokenKeys } from "../tokens/token-keys.ts";

/** Clocks closer than this count as one. Milliseconds. */
const sameTime = 1000;

const timeClaims = ["exp", "iat", "nbf"] as const;

/**
 * PostgREST looks at the machine's time, Auth and Storage at the platform's clock. Where a test has moved that, a
 * token's times are moved back by as much, so that it expires for rows at the same moment as everywhere else.
 * Anything that is not our own valid token passes as it came, for PostgREST to refuse.
 */
export async function retimedAuthorization(
  authorization: string,
  clock: Clock,
  keys: TokenKeys,
): Promise<string> {
  const ahead = clock().getTime() - Date.now();
  const token = /^bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1];
  if (Math.abs(ahead) < sameTime || token === undefined) return authorization;
  const claims = await ownClaims(token, keys);
  if (claims === undefined) return authorization;
  for (const name of timeClaims) {
    const seconds = claims[name];
    if (typeof seconds === "number") claims[name] = Math.round(seconds - ahead / 1000);
  }
  return `Bearer ${signToken(claims, keys.secret)}`;
}

/** Whatever its times are: saying that a token has expired is left to PostgREST. */
async function ownClaims(token: string, keys: TokenKeys): Promise<Record<string, unknown> | undefined> {
  try {
    const { payload } = await compactVerify(token, verificationKey(keys), { algorithms: tokenAlgorithms });
    const claims: unknown = JSON.parse(new TextDecoder().decode(payload));
    return typeof claims === "object" && claims !== null ? { ...claims } : undefined;
  } catch {
    return undefined;
  }
}
