import type { PlatformAccess } from "../http/platform-fetch.ts";
import { hasExpired } from "./token-claims.ts";

/** Longest wait for the platform, in milliseconds; the result is not awaited. */
const timeoutMs = 5_000;

/** Ends the session of an access token; an expired token ends nothing. Never rejects. */
export type EndSession = (accessToken: string) => Promise<void>;

export function createEndSession(options: PlatformAccess): EndSession {
  const logout = new URL("/auth/v1/logout?scope=local", options.platformUrl);
  return async (accessToken) => {
    if (hasExpired(accessToken)) return;
    try {
      await options.fetch(logout, {
        method: "POST",
        headers: { apikey: options.publishableKey, Authorization: `Bearer ${accessToken}` },
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch {
      // The session stays in the user's list of devices and can be signed out there.
    }
  };
}
