import type { PlatformAccess } from "../platform-fetch.ts";
import { hasExpired } from "./token-claims.ts";

/** Longest that the platform is asked for, in milliseconds; nobody waits for the answer. */
const patienceMs = 5_000;

/** Ends the one session that an access token belongs to; an expired token ends nothing. Never rejects. */
export type EndSession = (accessToken: string) => Promise<void>;

export function createEndSession(options: PlatformAccess): EndSession {
  const logout = new URL("/auth/v1/logout?scope=local", options.platformUrl);
  return async (accessToken) => {
    if (hasExpired(accessToken)) return;
    try {
      await options.fetch(logout, {
        method: "POST",
        headers: { apikey: options.publishableKey, Authorization: `Bearer ${accessToken}` },
        signal: AbortSignal.timeout(patienceMs),
      });
    } catch {
      // It stays in the person's list of devices, from where it can be ended.
    }
  };
}
