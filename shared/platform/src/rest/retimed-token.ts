import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "../clock.ts";
import { signToken } from "../keys.ts";

/** Clocks closer than this count as one. Milliseconds. */
const sameTime = 1000;

const timeClaims = ["exp", "iat", "nbf"] as const;

/**
 * PostgREST looks at the machine's time, Auth and Storage at the platform's clock. Where a test has moved that, a
 * token's times are moved back by as much, so that it expires for rows at the same moment as everywhere else.
 * Anything that is not our own valid token passes as it came, for PostgREST to refuse.
 */
export function retimedAuthorization(authorization: string, clock: Clock, secret: string): string {
  const ahead = clock().getTime() - Date.now();
  const token = /^bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1];
  if (Math.abs(ahead) < sameTime || token === undefined) return authorization;
  const claims = ownClaims(token, secret);
  if (claims === undefined) return authorization;
  for (const name of timeClaims) {
    const seconds = claims[name];
    if (typeof seconds === "number") claims[name] = Math.round(seconds - ahead / 1000);
  }
  return `Bearer ${signToken(claims, secret)}`;
}

function ownClaims(token: string, secret: string): Record<string, unknown> | undefined {
  const cut = token.lastIndexOf(".");
  const signature = createHmac("sha256", secret).update(token.slice(0, cut)).digest();
  const given = Buffer.from(token.slice(cut + 1), "base64url");
  if (given.length !== signature.length || !timingSafeEqual(given, signature)) return undefined;
  const claims: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
  return typeof claims === "object" && claims !== null ? { ...claims } : undefined;
}
